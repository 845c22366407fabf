import type { AppDeps } from './deps.ts';

/** The store; an upload is registered before it is begun, and one that cannot be begun is struck off again. */
export function forgettingWhatFails({ tusStore, uploads, log }: AppDeps): AppDeps['tusStore'] {
  const create = tusStore.create.bind(tusStore);
  tusStore.create = async (upload) => {
    try {
      return await create(upload);
    } catch (error) {
      // Where that fails, too, it is swept a day later.
      await uploads.take(upload.id).catch((err) => log.warn({ err }, 'an upload cannot be struck off'));
      throw error;
    }
  };
  return tusStore;
}
