import { memo } from 'react';

interface CountryFilterProps {
  readonly countries: readonly string[];
  /** The country to keep, '' for all. */
  readonly onNarrow: (change: { readonly country: string }) => void;
}

/** Narrows the list to one country. It has no name: it is no answer of the form. */
export const CountryFilter = memo(function CountryFilter({ countries, onNarrow }: CountryFilterProps) {
  return (
    <div data-part="control">
      <select
        aria-label="Country"
        defaultValue=""
        autoComplete="off"
        onChange={({ currentTarget }) => onNarrow({ country: currentTarget.value })}
      >
        <option value="">All countries</option>
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </select>
    </div>
  );
});
