interface PickerFootProps {
  /** How many agents there are; undefined while the first list is on its way. */
  readonly known: number | undefined;
  readonly found: number;
  /** ISO date-time. */
  readonly updatedAt: string | undefined;
}

const TIME = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', minute: '2-digit', hour12: false });

/** 'N of M agents' with the time of the update, and what stands in place of an empty list. */
export function PickerFoot({ known, found, updatedAt }: PickerFootProps) {
  const updated = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
  return (
    <>
      <p data-part={found > 0 ? 'quiet' : 'nothing'} role="status">
        {found > 0 ? '' : emptyWords(known)}
      </p>
      <div data-part="count">
        {known !== undefined && (
          <p role="status">
            {found} of {known} agents
          </p>
        )}
        {Number.isFinite(updated) && (
          <p>
            Updated <time dateTime={updatedAt}>{TIME.format(updated)}</time>
          </p>
        )}
      </div>
    </>
  );
}

function emptyWords(known: number | undefined): string {
  if (known === undefined) return 'Loading agents...';
  return known === 0 ? 'No agents available' : 'No agents found matching your criteria';
}
