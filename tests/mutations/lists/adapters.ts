import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** How the server speaks to the outside, and keeps what it has: calls, lists, ledger, uploads, locks, queue. */
export const adapters: readonly Mutation[] = [
  ...within('server/adapters/exchange.ts', 'server/outbound.test.ts', {
    'A call that left and was not answered counts as one that never left': [
      "new CallFailure('unanswered', 'No answer came', { cause })",
      "new CallFailure('unreachable', 'No answer came', { cause })",
    ],
    'A call waits for its answer without an end': [
      "this.#timer = setTimeout(() => this.#giveUp(new Error('timed out')), timeoutMs);",
      "this.#timer = setTimeout(() => this.#giveUp(new Error('timed out')), 1000 * timeoutMs);",
    ],
    'A large document is given up in the middle although the outside takes it': [
      'if (!this.#isSettled) this.#timer.refresh();',
      '',
    ],
    'An answer to a body that could not be read counts': [
      'if (this.#fault) this.#ends.reject(this.#fault.error);\n    else tell();',
      'tell();',
      'server/outbound.test.ts',
      'server/forwarding.test.ts',
      'server/lost-documents.test.ts',
    ],
    'A call that was given up leaves all the same': [
      "if (this.#isSettled) controller.abort(new Error('too late'));",
      '',
    ],
    'An answer of any length is read': [
      '    if (this.#size <= longest) return;\n',
      '    if (this.#size > 0) return;\n',
      'server/outbound.test.ts',
      'server/long-refusals.test.ts',
    ],
  }),
  ...within('server/adapters/settled-within.ts', 'conformance/in-process-queue.test.ts', {
    'The process ends while work is drained': ['{ keepsAlive: true }', '{ keepsAlive: false }'],
    'A drain waits to its limit where work that is running fails': ['Promise.allSettled(work)', 'Promise.all(work)'],
  }),
  ...within('server/adapters/breaker.ts', 'server/breaker.test.ts', {
    'A service that is down is called by every application': ['    this.#restUntil = clock.monotonic() + ms;\n', ''],
    'One application that fails again and again closes a service for all': [
      'this.#failing.add(key);',
      'this.#failing.add(key + this.#failing.size);',
    ],
    'A service that is back stays closed': [
      '    this.#failing.clear();\n    this.#restUntil = undefined;\n',
      '    this.#failing.clear();\n',
    ],
    'Several calls at once find out whether a service is back': ['      this.#isProbing = isProbe;\n', ''],
    'A Retry-After of a year closes a service for a year': [
      'Math.max(REST_MS, Math.min(failure.retryAfterMs ?? 0, LONGEST_REST_MS))',
      'Math.max(REST_MS, failure.retryAfterMs ?? 0)',
    ],
    'Refusals close a service': [
      "    if (failure.kind === 'refused' || failure.kind === 'misconfigured') {\n      this.#answered();\n      return;\n    }\n",
      '',
    ],
    'Any number of calls of one service run at once': ['pLimit(WIDTH)', 'pLimit(1000 * WIDTH)'],
  }),
  ...within('server/adapters/outbound.ts', ['server/outbound.test.ts', 'server/failures.test.ts'], {
    'A gateway that got no answer counts as a refusal': [
      'const isLost = status >= 500 && status !== 503;',
      'const isLost = status === 502 && status !== 502;',
    ],
    'An answer with 500 counts as one that did nothing': [
      'const isLost = status >= 500 && status !== 503;',
      'const isLost = status === 502 || status === 504;',
    ],
    'A busy service counts as a refusal': ['new Set([408, 429, 503])', 'new Set<number>([])'],
    'A date in a Retry-After is read by our clock and not by that of the one who answered': [
      'Date.parse(given) - (Number.isNaN(theirs) ? now.getTime() : theirs)',
      'Date.parse(given) - (Number.isNaN(theirs) ? theirs : now.getTime())',
      'server/outbound.test.ts',
    ],
  }),
  ...within('server/adapters/outbound.ts', ['server/outbound.test.ts', 'server/pipeline.test.ts'], {
    'A call carries no key': [
      "...(key !== undefined && { 'idempotency-key': key })",
      "...(key === '' && { 'idempotency-key': key })",
    ],
    'A token that is not honoured is used again': ['if (answer.status === 401) tokens.renounce(token);', ''],
    'A token that is not honoured is not replaced': [
      'const answer = first.status === 401 ? await trySend() : first;',
      'const answer = first;',
    ],
  }),
  ...within(
    'server/adapters/records-tokens.ts',
    ['server/records-tokens.test.ts', 'server/outbound.test.ts', 'server/pipeline.test.ts'],
    {
      'A token is used until its last moment': [
        'Math.max(lifeMs - MARGIN_MS, lifeMs / 2)',
        '10 * lifeMs + 0 * MARGIN_MS',
      ],
      'Everybody who needs a token fetches one': ['pending ??= fetchToken()', 'pending = fetchToken()'],
      'A refused account is an error of the applicant': [
        "isRefused ? 'unconfigured' : 'busy'",
        "isRefused ? 'refused' : 'busy'",
        'server/records-tokens.test.ts',
        'server/outbound.test.ts',
        'server/failures.test.ts',
        'server/pipeline.test.ts',
      ],
    },
  ),
  ...within(
    'server/adapters/records-answers.ts',
    ['server/records-answers.test.ts', 'server/failures.test.ts', 'server/outbound.test.ts'],
    {
      'A submission that is refused in an answer with status 200 counts as taken': [
        '!(success && output.IsSuccess === false)) {',
        'success !== undefined) {',
        'server/records-answers.test.ts',
        'server/failures.test.ts',
        'server/outbound.test.ts',
        'server/mock-submission.test.ts',
      ],
      'A validation that says neither yes nor no counts as a yes': [
        'if (isSuccess(answer.status) && !isExplained) throw unreadable(answer.status);',
        'if (isSuccess(answer.status) && !isExplained) return ACCEPTED;',
      ],
      'A submission whose answer broke off counts as refused': [
        "if (!answer.whole) throw new CallFailure('unanswered', 'The answer broke off', { status: answer.status });",
        'void CallFailure;',
      ],
      'What the records API says of an offer is shown with its secrets': [
        'message: redact(message) }',
        'message }',
        'server/secrecy.test.ts',
        'server/long-refusals.test.ts',
        'server/failures.test.ts',
      ],
    },
  ),
  ...within('server/adapters/workflow-http.ts', ['server/pipeline.test.ts', 'server/wire-payloads.test.ts'], {
    'An application of an agent goes to the workflow of students': [
      'urls.application[route] ?? urls.application.direct',
      'urls.application.direct ?? urls.application[route]',
    ],
    'The mock replaces a flow that is configured': [
      'mock !== undefined && mayBeMock === true;',
      'mock !== undefined;',
      'server/mock-submission.test.ts',
      'server/settings-changed.test.ts',
    ],
  }),
  ...within('server/adapters/lists/agents.ts', 'server/lists.test.ts', {
    'The server caches the agent list for an hour': ['const LIFE_MS = 120_000;', 'const LIFE_MS = 3_600_000;'],
    'A source in trouble leaves nothing but the built-in agent': [
      "lastLive ? { ...lastLive, source: 'stale' } : listOf",
      'listOf',
    ],
    'A cached list is called live': [
      "cached.source === 'live' ? { ...cached, source: 'cache' } : cached",
      'cached',
      'server/lists.test.ts',
      'server/shared-lists.test.ts',
    ],
  }),
  ...within('server/adapters/lists/cache.ts', 'server/lists.test.ts', {
    'A list is fetched once for each who asks': [
      '    if (known) return known;\n    const loading',
      '    const loading',
    ],
  }),
  ...within(
    'server/adapters/sql/rows.ts',
    [
      'conformance/sqlite-ledger.test.ts',
      'server/pipeline.test.ts',
      'server/operations.test.ts',
      'server/two-nodes.test.ts',
    ],
    {
      'A node with an older version of a submission overwrites the newer one': [
        ` and version = \${record.version - 1}\``,
        '`',
      ],
    },
  ),
  ...within(
    'server/adapters/sql/ledger.ts',
    [
      'conformance/sqlite-ledger.test.ts',
      'server/background.test.ts',
      'server/pipeline.test.ts',
      'server/old-ledger.test.ts',
    ],
    {
      'An application is accepted although one of its documents is gone': [
        'Object.assign(update, { mustChange: ids.length })',
        'update',
        'conformance/sqlite-ledger.test.ts',
        'server/claims.test.ts',
      ],
      'A corrected application keeps its claims on documents that it does not name any more': [
        'claims === undefined ? [] : [release(record.id, claims)];',
        'claims === undefined ? [] : [release(record.id, claims)].slice(1);',
        'conformance/sqlite-ledger.test.ts',
        'server/claims.test.ts',
        'server/quotas.test.ts',
      ],
      'What waits for another try is forgotten at a restart': [
        "(status = 'processing' or retry_at is not null)",
        "status = 'processing'",
      ],
      'What was under way is forgotten at a restart': [
        "(status = 'processing' or retry_at is not null)",
        'retry_at is not null',
        'conformance/sqlite-ledger.test.ts',
        'server/pipeline.test.ts',
        'server/killed.test.ts',
      ],
    },
  ),
  ...within('server/adapters/sql/ledger.ts', ['conformance/sqlite-ledger.test.ts', 'server/pipeline.test.ts'], {
    'Two agencies register under one Application ID': [
      "    return 'application-id-taken';\n  }\n  return offerId",
      "    return 'exists';\n  }\n  return offerId",
    ],
    'Followers of a submission do not hear of its changes': ["if (saving === 'saved') written(record);", ''],
  }),
  ...within(
    'server/adapters/sql/uploads.ts',
    ['conformance/sqlite-ledger.test.ts', 'server/claims.test.ts', 'server/uploads.test.ts'],
    {
      'A document that an application has claimed can be removed': [
        `where id = \${id} and claimed = 0\``,
        `where id = \${id}\``,
      ],
      'The addresses of clients are kept for good': [
        'update uploads set client = null where',
        "update uploads set claimed = 0 where client = '' and",
        'conformance/sqlite-ledger.test.ts',
      ],
    },
  ),
  ...within('server/adapters/sqlite/database.ts', 'conformance/sqlite-ledger.test.ts', {
    'A write of the ledger is answered before it is on the disk': [
      'PRAGMA synchronous = FULL;',
      'PRAGMA synchronous = OFF;',
    ],
    'What was deleted can still be read in the ledger': [
      'PRAGMA secure_delete = ON;',
      'PRAGMA secure_delete = OFF;',
      'server/operations.test.ts',
    ],
  }),
  ...within('server/adapters/sqlite/writer-thread.ts', 'server/writer.test.ts', {
    "One write fails for another's fault": [
      'writes.flatMap((one) => commit([one]));',
      'writes.map(() => failure(error));',
    ],
  }),
  ...within('server/adapters/lock-file.ts', 'server/data-dir-lock.test.ts', {
    'Two servers own one data directory': ["    file.exec('begin exclusive');\n", ''],
  }),
  ...within('server/adapters/queue-in-process.ts', ['server/pipeline.test.ts', 'server/background.test.ts'], {
    'One submission is worked on twice at once': ['      if (running.has(id)) continue;\n', ''],
    'Work that failed for an internal fault is not taken up again': [
      'if (!waiting.has(id)) add(id, Math.min(FIRST_REPEAT_MS * 2 ** times, LONGEST_REPEAT_MS));',
      'void times;',
      'conformance/in-process-queue.test.ts',
    ],
  }),
  ...within('server/http/middleware/rate-limit.ts', 'server/rate-limit.test.ts', {
    'A clock that was set back shuts a client out for hours': [
      'Math.min(60, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))',
      'Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))',
    ],
  }),
  ...within('server/adapters/bodies.ts', 'server/outgoing-documents.test.ts', {
    'The content of a document is shorter than its call has announced': [
      "if (seen !== file.size) throw new Error('a document is not as long as it was');",
      'void seen;',
    ],
  }),
  ...within('server/adapters/prometheus.ts', ['server/seldom-figures.test.ts', 'server/alerts.test.ts'], {
    'The first fault of a process is no increase of a figure': ["['stage', 'answer'],", '[],'],
    'A server that says that it is not ready counts that as a fault': [
      "if (status >= 500 && route !== '/readyz')",
      'if (status >= 500)',
      'server/seldom-figures.test.ts',
    ],
  }),
  ...within('server/backup.ts', 'server/backup.test.ts', {
    'A backup is not noted in the ledger': ['    noteBackup(dataDir, backup);\n', '    void noteBackup;\n'],
  }),
];
