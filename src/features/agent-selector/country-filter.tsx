interface CountryFilterProps {
  readonly countries: readonly string[];
  /** The country to keep, '' for all. */
  readonly onChange: (country: string) => void;
}

/** Narrows the list to one country. It has no name: it is no answer of the form. */
export function CountryFilter({ countries, onChange }: CountryFilterProps) {
  return (
    <div data-part="control">
      <select
        aria-label="Country"
        defaultValue=""
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">All countries</option>
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </select>
    </div>
  );
}
