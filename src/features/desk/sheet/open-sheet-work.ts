import { wrap } from 'comlink';
import type { ReadSheetAnswer, SheetWork } from './sheet-work.ts';

type Remote<Work> = {
  readonly [Name in keyof Work]: Work[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Answer>
    : never;
};

/** The work on a sheet in a worker of its own: every call rejects once the worker is gone. */
export interface OpenSheetWork extends Remote<SheetWork> {
  end(): void;
}

function openSheetWork(): OpenSheetWork {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module', name: 'sheet' });
  const work = wrap<SheetWork>(worker);
  let leave: (failure: Error) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  gone.catch(() => {});
  worker.addEventListener('error', ({ message }) => leave(new Error(message)));
  const ask = <Answer>(answer: PromiseLike<Answer>): Promise<Answer> => Promise.race([answer, gone]);
  return {
    read: (bytes, reading) => ask<ReadSheetAnswer>(work.read(bytes, reading)),
    judge: (choices, context) => ask(work.judge(choices, context)),
    write: (choices, context, format) => ask(work.write(choices, context, format)),
    template: (context, format) => ask(work.template(context, format)),
    end() {
      leave(new Error('The work on the sheet was ended'));
      worker.terminate();
    },
  };
}

/** A worker that is started when it is first needed, and anew after it was ended. */
export function createLateSheetWork(open = openSheetWork) {
  let current: OpenSheetWork | undefined;
  return {
    now(): OpenSheetWork {
      current ??= open();
      return current;
    },
    end(): void {
      current?.end();
      current = undefined;
    },
  };
}
