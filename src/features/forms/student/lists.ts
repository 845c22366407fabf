import { useMemo } from 'react';
import * as endpoints from '#contract/endpoints.ts';
import type { Classifications, IntakeList } from '#contract/lists.ts';
import type { ListName, Option } from '#domain/form/form.ts';
import { fallbackIntakes } from '#domain/intakes/intakes.ts';
import { api } from '#platform/api.ts';
import { useToday } from '#platform/today.ts';

/** The lists that the server brings from the records API; each has a fallback, so a form never waits for them. */
export const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    intakes: build.query<IntakeList, void>({
      query: () => endpoints.intakes.path,
      responseSchema: endpoints.intakes.response,
      providesTags: ['intakes'],
    }),
    classifications: build.query<Classifications, void>({
      query: () => endpoints.classifications.path,
      responseSchema: endpoints.classifications.response,
      providesTags: ['classifications'],
    }),
  }),
});

const { useIntakesQuery, useClassificationsQuery } = listsApi;

export type Lists = Partial<Readonly<Record<ListName, readonly Option[]>>>;

interface LoadedLists {
  readonly lists: Lists;
  /** The dates on offer are built-in ones, because the live ones could not be had. */
  readonly intakesAreDefaults: boolean;
}

/**
 * The live lists as far as they have come. A list that has not come leaves its fields with the built-in choices, so
 * the form is the same before and after, and the same as prerendered.
 */
export function useLists(): LoadedLists {
  const intakes = useIntakesQuery();
  const classifications = useClassificationsQuery();
  const today = useToday();
  return useMemo(() => {
    const { source: _source, ...lists } = classifications.data ?? { source: {} };
    // A list that came before midnight may begin with what is now today.
    const live = (intakes.data?.items ?? []).filter(({ value }) => value > today);
    const empty = intakes.data === undefined ? intakes.isError : live.length === 0;
    return {
      lists: {
        ...lists,
        ...(intakes.data !== undefined || empty ? { intakes: empty ? fallbackIntakes(today) : live } : {}),
      },
      intakesAreDefaults: empty || intakes.data?.source === 'fallback',
    };
  }, [intakes.data, intakes.isError, classifications.data, today]);
}
