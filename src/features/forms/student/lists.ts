import { useMemo } from 'react';
import * as endpoints from '#contract/endpoints.ts';
import type { Classifications, IntakeList } from '#contract/lists.ts';
import type { ListName, Option } from '#domain/form/form.ts';
import { fallbackIntakes } from '#domain/intakes/intakes.ts';
import { api } from '#platform/api.ts';
import { useToday } from '#platform/today.ts';

/** The lists from the records API. Each has a fallback, so that a form never waits for them. */
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
  /** Whether the dates are the built-in ones, because the live ones could not be loaded. */
  readonly intakesAreDefaults: boolean;
}

/**
 * The lists loaded so far. Until a list is loaded, its fields have the built-in choices, as in the prerendered page.
 */
export function useLists(): LoadedLists {
  const intakes = useIntakesQuery();
  const classifications = useClassificationsQuery();
  const today = useToday();
  return useMemo(() => {
    const { source: _source, ...lists } = classifications.data ?? { source: {} };
    // A list loaded before midnight may begin with a date that is now today.
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
