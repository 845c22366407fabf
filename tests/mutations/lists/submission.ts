import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What the server does with an application: taken once, sent once, finished, and removed in its time. */
export const submission: readonly Mutation[] = [
  ...within('server/submission/run.ts', 'server/runner.test.ts', {
    'A call leaves before the ledger knows that its stage has begun': [
      "if (repetition === 'resend' && !isStarted()) await start();",
      "if (repetition === 'resend' && !isStarted()) void start();",
      'server/ledger-first.test.ts',
      'server/ledger-trouble.test.ts',
      'server/late-answers.test.ts',
    ],
    'A stage is called although the ledger could not note that it has begun': [
      "if (repetition === 'resend' && !isStarted()) await start();",
      "if (repetition === 'resend' && !isStarted()) await start().catch(() => {});",
      'server/ledger-first.test.ts',
    ],
    'A stage that was interrupted counts as one that was never called': [
      '(progress.stage(name)?.unknown === true || progress.interrupted === name);',
      'progress.stage(name)?.unknown === true;',
    ],
    'A retry comes before its time': [
      'if (earlyMs > 0 && earlyMs <= longestMs) {',
      'if (earlyMs > longestMs * 2) {',
      'server/background.test.ts',
    ],
    'A retry whose timer comes a moment early is forgotten': [
      '      await options.scheduleRun(id, at);\n',
      '',
      'server/queue-trouble.test.ts',
      'simulation/simulation.test.ts',
    ],
    'A retry is forgotten where the queue fails as its run comes too early': [
      '      await options.scheduleRun(id, at);\n',
      '      await options.scheduleRun(id, at).catch(() => {});\n',
      'server/queue-trouble.test.ts',
    ],
    'A retry whose time was noted before the clock was set back waits for as long as that': [
      'if (earlyMs > 0 && earlyMs <= longestMs) {',
      'if (earlyMs > 0) {',
      'server/background.test.ts',
      'server/breaker.test.ts',
    ],
    'A node whose work was given to another continues it': [
      'isStopping: () => options.isStopping() || isLost() };',
      'isStopping: options.isStopping };',
    ],
    'A node whose work was given to another makes the further calls of a stage': [
      'if (run.isLost()) throw new Superseded();',
      '',
    ],
    'A stopping server begins further stages': [
      'isStopping: () => options.isStopping() || isLost() };',
      'isStopping: () => isLost() };',
    ],
    'A stage that a stopping server did not begin counts as one with an unknown outcome': [
      "next.repetition === 'resend' && !options.isStopping() ?",
      "next.repetition === 'resend' ?",
    ],
    'The stages of an application are begun again from the first after a restart': [
      "stages.some((stage) => stage.name === name && stage.state === 'completed');",
      'stages.length < 0 && name === kind;',
      'server/pipeline.test.ts',
    ],
    'The time of submission is that of the last stage and not what the outside was sent': [
      "if (typeof time === 'string') return time;",
      "if (time === '') return time;",
      'server/pipeline.test.ts',
      'server/wire-payloads.test.ts',
      'server/old-ledger.test.ts',
    ],
    'How far a stage has come is not kept': [
      'return progress.outputs[name];',
      'return undefined;',
      'server/pipeline.test.ts',
    ],
    'A server that starts on a stage of unknown outcome does not know that it is one': [
      'mayBeDone: isUnknown,',
      'mayBeDone: false,',
      'server/limit-changed.test.ts',
    ],
    'A call that the staff found outside is made again': [
      'const tried = isAccepted() && !stage.hasSeveralCalls ?',
      'const tried = isAccepted() && stage.hasSeveralCalls && false ?',
      'server/operations.test.ts',
    ],
  }),
  ...within('server/submission/progress.ts', 'server/runner.test.ts', {
    'What another node has written since is overwritten': [
      "if (saving !== 'saved') throw new Superseded();",
      "if (saving === 'documents-gone') throw new Superseded();",
    ],
  }),
  ...within('server/submission/attempt.ts', ['server/attempt.test.ts', 'server/background.test.ts'], {
    'A node whose work was given to another repeats a call that failed': [
      'if (!options.isLost()) continue;',
      'continue;',
      'server/attempt.test.ts',
    ],
    'An unknown outcome is sent again although it is to be held for the staff': [
      "if (isUnknown && stage.repetition === 'hold') return hold(words, failure);",
      '',
      'server/attempt.test.ts',
      'server/pipeline.test.ts',
      'server/operations.test.ts',
    ],
    'A stage of unknown outcome is called once more after a restart although it is to be held': [
      "if (isUnknown && stage.repetition === 'hold') return hold('A call was sent, and its answer is not known');",
      '',
      'server/attempt.test.ts',
      'server/runner.test.ts',
      'server/killed.test.ts',
    ],
    'A lost answer followed by a 503 is forgotten and another body taken': [
      "isUnknown ||= failed.isUnknown && stage.repetition !== 'safe';",
      "isUnknown = failed.isUnknown && stage.repetition !== 'safe';",
      'server/attempt.test.ts',
      'server/failures.test.ts',
      'server/pipeline.test.ts',
      'server/lost-documents.test.ts',
    ],
    'A call is repeated silently after one without an answer': [
      'if (isUnknown) options.repeating();',
      'if (isUnknown && tries < 0) options.repeating();',
      'server/attempt.test.ts',
      'server/operations.test.ts',
    ],
    'A refusal after a confirmed call of the same stage is held': [
      "if (call === 'confirmed') isUnknown = false;",
      '',
      'server/attempt.test.ts',
    ],
    'Lost documents settle a call before them that was not answered': [
      'isRefusal: isRejected ? failure.isAnswer :',
      'isRefusal: isRejected ? true :',
      'server/attempt.test.ts',
      'server/lost-documents.test.ts',
    ],
    'A call that was not answered counts as not made': [
      "isUnknown: kind === 'unanswered',",
      'isUnknown: false,',
      'server/attempt.test.ts',
      'server/pipeline.test.ts',
      'server/failures.test.ts',
    ],
    'The first tries are not limited in number': ['if (facts.tries >= TRIES_IN_PLACE) return undefined;', ''],
    'The server keeps trying after 24 hours': [
      '> BACKGROUND_MS ? undefined : new Date(at)',
      '> 10 * BACKGROUND_MS ? undefined : new Date(at)',
    ],
    'A Retry-After of a year delays the next try by a year': [
      'Math.min(facts.retryAfterMs, LONGEST_RETRY_MS));',
      'facts.retryAfterMs);',
    ],
    'A Retry-After is not respected in the background': ['Math.min(facts.retryAfterMs, LONGEST_RETRY_MS));', '0);'],
    'The applicant is kept waiting for as long as a Retry-After says': [
      'facts.elapsedMs + pause > PATIENCE_MS ? undefined : pause',
      'pause',
    ],
    'A confirmed call whose progress the ledger refused is made again at once': [
      'if (notSaved) throw notSaved.cause;',
      'void notSaved;',
      'server/attempt.test.ts',
      'server/ledger-trouble.test.ts',
    ],
  }),
  ...within('server/submission/attempt.ts', ['server/attempt.test.ts', 'server/failures.test.ts'], {
    'A refusal after a lost answer tells the applicant that the application failed': [
      'if (isUnknown && failed.isRefusal) return hold(',
      'if (isUnknown && failed.isRefusal && tries < 0) return hold(',
    ],
    'A refusal is tried again and again': ["isPassing: !isRejected && kind !== 'refused',", 'isPassing: true,'],
  }),
  ...within('server/submission/stage.ts', ['server/attempt.test.ts', 'server/pipeline.test.ts'], {
    'A corrected application is sent under the key of the one before': [
      'return revision === 1 ? id',
      'return revision > 0 ? id',
    ],
  }),
  ...within(
    'server/submission/stages/student.ts',
    [
      'server/prepare-student.test.ts',
      'server/pipeline.test.ts',
      'server/old-ledger.test.ts',
      'server/ledger-first.test.ts',
    ],
    {
      'A restart makes another offer': ['now: new Date(record.updatedAt),', 'now: new Date(),'],
      "The workflow's JSON is sent to the records API": [
        'records.submit(preparedStudent(outputs).offer, { key, leaving })',
        'records.submit(preparedStudent(outputs).workflow, { key, leaving })',
        'server/wire-payloads.test.ts',
      ],
      'The offer is sent to the workflow': [
        'preparedStudent(outputs).workflow, {',
        'preparedStudent(outputs).offer, {',
        'server/wire-payloads.test.ts',
        'server/pipeline.test.ts',
      ],
      'An offer that fails its checks goes out': [
        'if (issues.length > 0) throw new StageRejected({ ...UNPREPARED, errors: issues });',
        'void [issues, StageRejected];',
        'server/prepare-student.test.ts',
        'server/pipeline.test.ts',
        'server/failures.test.ts',
        'server/wire-payloads.test.ts',
      ],
      'The unknown outcome of an offer is decided by the setting of the workflows': [
        'repetition: unknownOutcome.records,',
        'repetition: unknownOutcome.workflow,',
        'server/failures.test.ts',
        'server/pipeline.test.ts',
        'server/operations.test.ts',
      ],
    },
  ),
  ...within('server/submission/stages/student.ts', ['server/pipeline.test.ts', 'server/failures.test.ts'], {
    'An offer that the records API refuses is sent to the workflow': [
      'if (!verdict.accepted) {',
      'if (verdict.accepted === undefined) {',
    ],
    'An offer is submitted although its validation was refused': [
      'if (verdict.accepted) return {};',
      'if (verdict !== undefined) return {};',
    ],
  }),
  ...within(
    'server/submission/applications.ts',
    ['server/pipeline.test.ts', 'server/failures.test.ts', 'server/settings-changed.test.ts'],
    {
      'Other answers are taken although an outside service may have accepted the application': [
        "if (stage?.state === 'in-progress' || stage?.unknown) {",
        "if (stage?.state === 'in-progress') {",
      ],
      'Other answers are taken while the application is being submitted': [
        "if (stage?.state === 'in-progress' || stage?.unknown) {",
        'if (stage?.unknown) {',
        'server/same-id-again.test.ts',
      ],
      'Other answers are taken after the application was submitted': [
        "if (stage?.state === 'completed' || record.kind !== kind) {",
        'if (record.kind !== kind) {',
        'server/pipeline.test.ts',
        'server/lost-documents.test.ts',
      ],
      "An application of another kind takes an application's place": [
        "if (stage?.state === 'completed' || record.kind !== kind) {",
        "if (stage?.state === 'completed') {",
        'server/same-id-again.test.ts',
      ],
      'The same body again restarts what is held for the staff': [
        "if (record.status !== 'error' || isHeld(record)) return record;",
        "if (record.status !== 'error') return record;",
        'server/pipeline.test.ts',
        'server/operations.test.ts',
      ],
      'The same body again does not restart what has stopped': [
        "if (record.status !== 'error' || isHeld(record)) return record;",
        "if (record.status !== '') return record;",
        'server/background.test.ts',
        'server/failures.test.ts',
        'server/pipeline.test.ts',
      ],
      'An application is taken although its form is not configured': [
        "if (unset !== undefined) throw new AppError('NOT_CONFIGURED', { detail: unset });",
        'void unset;',
        'server/pipeline.test.ts',
        'server/demo-or-real.test.ts',
      ],
      'Two writers at once answer an error instead of reading again': [
        'tries < 20',
        'tries < 1',
        'server/pipeline.test.ts',
        'server/claims.test.ts',
      ],
      'The documents of an accepted application are not claimed': [
        'documents.map(({ uploadId }) => uploadId);',
        'documents.slice(0, 0).map(({ uploadId }) => uploadId);',
        'server/claims.test.ts',
        'server/quotas.test.ts',
      ],
      'Another file is taken in place of a lost document': [
        'if (compared.slots.length > 0 && isForLost) throw otherContent(compared.slots, stored);',
        'void [mayBeAccepted, otherContent];',
        'server/lost-documents.test.ts',
      ],
      'A purged application is continued': [
        "const canContinue = known?.status === 'processed' || known?.purgedAt === undefined;",
        'const canContinue = true;',
        'server/operations.test.ts',
      ],
      'Documents that are attached again are refused once the stage has stopped for something else': [
        'return waitsForDocuments(record) || mayBeAccepted(record);',
        'return waitsForDocuments(record);',
        'server/attached-again.test.ts',
      ],
      'Documents that are attached again restart what is held for the staff': [
        "if (record.status !== 'error' || record.purgedAt !== undefined || isHeld(record)) return false;",
        "if (record.status !== 'error' || record.purgedAt !== undefined) return false;",
        'server/attached-again.test.ts',
      ],
    },
  ),
  ...within(
    'server/submission/body.ts',
    ['server/transitions.test.ts', 'server/pipeline.test.ts', 'server/lost-documents.test.ts', 'server/claims.test.ts'],
    {
      'Bodies that differ in the order of their keys are different': [
        'for (const key of Object.keys(value).sort()) {',
        'for (const key of Object.keys(value)) {',
        'server/transitions.test.ts',
        'server/pipeline.test.ts',
        'server/judged-answers.test.ts',
      ],
      'Bodies with other documents are the same': [
        'JSON.stringify(canonical({ kind, ...body })));',
        'JSON.stringify(canonical({ kind, ...body, documents: [] })));',
      ],
    },
  ),
  ...within(
    'server/submission/check-application.ts',
    [
      'server/check-documents.test.ts',
      'server/uploads.test.ts',
      'server/power-cut.test.ts',
      'server/size-limits.test.ts',
      'server/claims.test.ts',
    ],
    {
      'An application is taken although required documents are missing': [
        "if (missing !== undefined) throw new AppError('DOCUMENTS_MISSING', { detail: missing });",
        'void missing;',
        'server/check-documents.test.ts',
        'server/judged-answers.test.ts',
      ],
      'Answers that break a rule are taken': [
        'if (Object.keys(errors).length > 0) throw invalid(errors);',
        'void [errors, invalid];',
        'server/check-documents.test.ts',
        'server/judged-answers.test.ts',
        'server/lists.test.ts',
        'server/bad-input.test.ts',
      ],
      'A document in a place that the form does not have is taken': [
        "if (!KINDS[kind].slots.has(slot)) problems.set(slot, 'is no place for a document of this form');\n    else if",
        'if',
        'server/check-documents.test.ts',
        'server/bad-input.test.ts',
        'server/uploads.test.ts',
        'server/unknown-ids.test.ts',
      ],
      'Two documents in one place are taken': [
        "else if (seen.has(slot)) problems.set(slot, 'has two documents');",
        '',
        'server/check-documents.test.ts',
        'server/bad-input.test.ts',
        'server/uploads.test.ts',
      ],
      'An upload that is not finished is taken for a document': [
        "if (stored !== upload.size) return 'has an upload that is not finished';",
        '',
      ],
      'An upload of another size than the application says is taken': [
        "if (upload.size !== document.size) return 'has an upload of another size';",
        '',
        'server/check-documents.test.ts',
        'server/bad-input.test.ts',
        'server/uploads.test.ts',
        'server/judged-answers.test.ts',
      ],
      'An upload of other content than the application says is taken': [
        'document.sha256 === undefined || document.sha256 === sha256;',
        'true;',
        'server/check-documents.test.ts',
        'server/uploads.test.ts',
        'server/lost-documents.test.ts',
        'server/file-content.test.ts',
      ],
      'Documents of more than 100 MB together are taken': [
        'if (documents.reduce((sum, { size }) => sum + size, 0) > TOTAL_DOCUMENT_BYTES) {',
        'if (documents.reduce((sum, { size }) => sum + size, 0) > 2 * TOTAL_DOCUMENT_BYTES) {',
        'server/check-documents.test.ts',
        'server/size-limits.test.ts',
      ],
      'The store is asked for a document that the register knows to be whole': [
        'if (inStore || upload.sha256 === undefined) {',
        "if (inStore || upload.sha256 !== '') {",
        'server/lost-documents.test.ts',
      ],
    },
  ),
  ...within(
    'server/adapters/sql/ledger.ts',
    ['server/application-quota.test.ts', 'conformance/sqlite-ledger.test.ts'],
    {
      "A document of another's draft is taken": [
        'left join uploads on uploads.draft_id = asked.id',
        'left join uploads on 1 = 1',
        'conformance/sqlite-ledger.test.ts',
      ],
      'A client may send applications without end': [
        'if (sender === undefined) return',
        "if (sender?.client !== '') return",
      ],
    },
  ),
  ...within('server/submission/removal-brake.ts', 'server/removal-brake.test.ts', {
    'A sweep removes everything that has expired, however much that is': [
      'removing > mostItems && removing > kept * MOST_SHARE;',
      'removing > mostItems && removing > kept * MOST_SHARE * 100;',
    ],
    'What the staff have allowed once is allowed for ever': [
      "if (state !== 'free') await notes.remove('removal-stopped', 'removal-allowed');",
      "if (state !== 'free') await notes.remove('removal-stopped');",
    ],
  }),
  ...within('server/sweeps.ts', 'server/removal-brake.test.ts', {
    'The clock may be set while a server runs': [
      'Math.abs(now.getTime() - lastAllowed) <= ORDINARY_MS;',
      'lastAllowed > Number.NEGATIVE_INFINITY && ORDINARY_MS > 0;',
    ],
  }),
  ...within('server/submission/upkeep.ts', ['server/upkeep.test.ts', 'server/operations.test.ts'], {
    'Files that the ledger does not know are removed when they are found': [
      'else if (now.getTime() - since.getTime() >= GRACE_MS) return since;',
      'if (GRACE_MS > 0) return now;',
      'server/removal-brake.test.ts',
    ],
    'Personal data stay for longer than RETENTION_DAYS': ['days * 86_400_000', '2 * days * 86_400_000'],
    'The data of an application that is being worked on are removed': [
      "if (record.status === 'processing' || record.retryAt !== undefined) return 'busy';",
      '',
    ],
    'The documents of an application stay when its data are removed': [
      '    // False if a new body has claimed it since.\n    if (await uploads.deleteIfUnclaimed(upload.id)) await files.remove(upload.id);',
      '    await uploads.deleteIfUnclaimed(upload.id);',
    ],
    'An upload that still gets bytes is swept': [
      'if (lastByteAt !== undefined && lastByteAt > limit) continue;',
      'if (lastByteAt !== undefined && lastByteAt < new Date(0)) continue;',
      'server/upkeep.test.ts',
      'server/quotas.test.ts',
      'server/uploads.test.ts',
    ],
    'What is held is sent again without the staff saying so': [
      "if (record?.status === 'error' && (resend || !isHeld))",
      "if (record?.status === 'error' && (resend || isHeld || !isHeld))",
    ],
  }),
  ...within('server/submission/upkeep.ts', ['server/upkeep.test.ts', 'server/uploads-kept.test.ts'], {
    'Unregistered bytes stay for ever': [
      '    if (lastByteAt && before && lastByteAt >= before) continue;\n    await files.remove(id);\n',
      '    if (lastByteAt && before && lastByteAt >= before) continue;\n',
    ],
    'Bytes that are registered are removed at the start': [
      'if (!(await uploads.find(id))) yield id;',
      'if (uploads.find !== undefined) yield id;',
    ],
  }),
  ...within('server/submission/examine.ts', ['server/uploads.test.ts', 'server/file-content.test.ts'], {
    'A file of a type that its place does not take is kept': [
      'if (rules === undefined || kind === undefined || !rules.kinds.has(kind)) {',
      'if (rules === undefined || kind === undefined) {',
    ],
    'An upload whose content is not what was announced is kept': [
      'announcedSha256 === undefined || announcedSha256 === sha256);',
      'announcedSha256 !== sha256 || announcedSha256 === sha256);',
      'server/uploads.test.ts',
    ],
    'A workbook passes for a letter': [
      '&& !OF_OTHER_OFFICE.some((folder) => start.includes(folder));',
      '&& OF_OTHER_OFFICE.length > 0;',
    ],
  }),
  ...within('server/adapters/disk/write-upload.ts', ['server/power-cut.test.ts', 'conformance/disk-files.test.ts'], {
    'An upload is answered before it survives a power cut': ['    await handle.sync();\n    if', '    if'],
    'An upload that the disk did not take is kept': [
      '        await rm(file, { force: true });\n',
      '        void rm;\n',
      'server/uploads-kept.test.ts',
      'conformance/disk-files.test.ts',
    ],
  }),
  ...within('server/submission/outgoing-documents.ts', ['server/forwarding.test.ts', 'server/lost-documents.test.ts'], {
    'A document that changed on our disk is sent': [
      "(expected === undefined || hash.digest('hex') === expected)",
      "(expected === undefined || hash.digest('hex') !== '')",
    ],
    'The outside gets the whole of a document before it is known to be the right one': [
      "    if (!isSame) throw new ContentChanged('a document has changed');\n    if (held) yield held;",
      "    if (held) yield held;\n    if (!isSame) throw new ContentChanged('a document has changed');",
      'server/outgoing-documents.test.ts',
    ],
    'A document of another length is sent where its SHA-256 is not known': [
      'bytes === document.size && (expected',
      'bytes > 0 && (expected',
      'server/outgoing-documents.test.ts',
    ],
  }),
  ...within('server/submission/lost-documents.ts', 'server/lost-documents.test.ts', {
    'The register is believed once more of a document that was found lost': ['{ inStore: true }', '{ inStore: false }'],
    'Lost documents are not said to be lost': [
      'if (lost.length === 0) throw failure;',
      'if (lost.length >= 0) throw failure;',
    ],
    'Other answers go along with documents that were brought again': [
      'if (!hasSameAnswers(stored, body) || slotsOf(stored) !== slotsOf(body)) return',
      'if (slotsOf(stored) !== slotsOf(body)) return',
    ],
    'A further document goes along with documents that were brought again': [
      'if (!hasSameAnswers(stored, body) || slotsOf(stored) !== slotsOf(body)) return',
      'if (!hasSameAnswers(stored, body)) return',
    ],
  }),
  ...within('server/submission/stages/forward-files.ts', 'server/pipeline.test.ts', {
    'All files are sent again when one call of several failed': [
      'const rest = (await files.files(body.documents)).slice(documents);',
      'const rest = await files.files(body.documents);',
    ],
    'Several calls for the files of one application have the same key': ['calls === 0 ? key', 'calls >= 0 ? key'],
    'Documents that were accepted to be forwarded are skipped when the address is missing': [
      'if (body.destination?.files === true || progress !== undefined) throw unconfiguredService();',
      'void unconfiguredService;',
      'server/settings-changed.test.ts',
    ],
    'Documents that one server has begun to forward are skipped by another without the address': [
      'if (noted !== cutBy && !isAccepted) await save();',
      '',
      'server/settings-changed.test.ts',
    ],
    'A batch of documents that the staff found outside is sent again': [
      'let isKnown = isAccepted;',
      'let isKnown = false;',
      'server/operations.test.ts',
    ],
    'A call of the file workflow has more bytes than it takes': [
      "(sum, { filename, slot, size }) => sum + bytes([{ filename, slot, content: '' }]) + Math.ceil(size / 3) * 4,",
      "(sum, { filename, slot, size }) => sum + bytes([{ filename, slot, content: '' }]) + size,",
    ],
  }),
  ...within('server/submission/stages/forward-files.ts', 'server/limit-changed.test.ts', {
    'A call with documents that was not answered is repeated with others when the limit has changed': [
      '(mayBeDone || isAccepted) && noted !== undefined ? noted : (maxBytes ?? null)',
      'noted === -1 ? noted : (maxBytes ?? null)',
    ],
    'The limit that a call with documents is cut by is not noted where it has changed since the acceptance': [
      'if (noted !== cutBy && !isAccepted) await save();',
      'if (noted === undefined && !isAccepted) await save();',
    ],
    'A lower limit does not count for an application that was accepted under a higher one': [
      '(mayBeDone || isAccepted) && noted !== undefined ? noted : (maxBytes ?? null)',
      'noted !== undefined ? noted : (maxBytes ?? null)',
    ],
  }),
  ...within('server/submission/stages/form.ts', ['server/settings-changed.test.ts', 'server/mock-submission.test.ts'], {
    'The real flow gets what was accepted for the mock, or the mock what is real': [
      'mayBeMock: body.destination?.mock === true };',
      'mayBeMock: true };',
    ],
  }),
  ...within(
    'server/submission/transitions.ts',
    [
      'server/transitions.test.ts',
      'server/failures.test.ts',
      'server/pipeline.test.ts',
      'server/settings-changed.test.ts',
    ],
    {
      'A corrected application gets another OfferId or loses its own': [
        '    ...clearRetry(record),\n    revision: record.revision + 1,',
        '    ...clearRetry({ ...record, offerId: record.id }),\n    revision: record.revision + 1,',
        'server/transitions.test.ts',
        'server/pipeline.test.ts',
      ],
      'An unknown outcome is forgotten when the stage fails again': [
        '        ...(unknown ? { unknown } : {}),\n        ...(held ? { held } : {}),',
        '        ...(held ? { held, unknown } : {}),',
      ],
      'An unknown outcome is forgotten when the stage is tried again': [
        '...given({ unknown, accepted, repeated, told })',
        '...given({ accepted, repeated, told })',
      ],
      'A call that was made again is not marked for the staff when its stage is tried once more': [
        "{ name, state: 'pending', ...given({ unknown, accepted, repeated, told }) }",
        "{ name, state: 'pending', ...given({ unknown, accepted, told }) }",
        'server/transitions.test.ts',
      ],
      'The words of errors stay when the data of an applicant are removed': [
        '(stage.error ? { ...stage, error: { code: stage.error.code, message } } : stage),',
        '(stage.error?.code === message ? { ...stage } : stage),',
        'server/transitions.test.ts',
        'server/operations.test.ts',
      ],
    },
  ),
  ...within('server/submission/transitions.ts', ['server/transitions.test.ts', 'server/background.test.ts'], {
    'A retry by the server starts the 24 hours again': [
      'const since = isDue ? given({ failingSince: record.failingSince }) : {};',
      'const since = isDue ? given({}) : {};',
    ],
    'The time that no server was running counts against the 24 hours': [
      'return { ...record, failingSince: new Date(now.getTime() - Math.max(0, tried)).toISOString() };',
      'return tried === now.getTime() ? record : { ...record };',
    ],
  }),
  ...within('server/submission/admission.ts', 'server/quotas.test.ts', {
    'One client may announce more bytes than its share': [
      'client: limits.perClient, all: limits.inAll, room, activeSince };',
      'client: 10 * limits.perClient, all: limits.inAll, room, activeSince };',
    ],
    'All clients together may announce more bytes than the limit': [
      'all: limits.inAll, room, activeSince };',
      'all: 1000 * limits.inAll, room, activeSince };',
    ],
    'What was announced within a limit may arrive beyond it': [
      '        if (!isForLost) refuseOver(0);\n',
      '        void isForLost;\n',
    ],
    'An announcement takes room for as long as it is kept': [
      'const RESERVED_MS = 15 * 60_000;',
      'const RESERVED_MS = 24 * 3_600_000;',
    ],
    'The slots of a draft may have more than 100 MB together': [
      'const terms = { draft: mostBytes,',
      'const terms = { draft: 1000 * mostBytes,',
      'server/quotas.test.ts',
      'server/size-limits.test.ts',
    ],
    'A newer document leaves the older one in its place': [
      'if (!keepsOthers) await removeReplaced',
      'if (keepsOthers) await removeReplaced',
      'server/quotas.test.ts',
      'server/uploads.test.ts',
    ],
  }),
  ...within('server/adapters/sql/uploads.ts', 'server/quotas.test.ts', {
    'Announcements without a byte take all the room there is': [
      'const SHARE_FOR_OTHERS = 4;',
      'const SHARE_FOR_OTHERS = 1_000_000;',
    ],
    'Uploads are taken for which the disk has no room': [
      'room: fits(integer(room),',
      'room: fits(integer(1000 * room),',
      'server/full-disk.test.ts',
    ],
    'An application that is done takes more documents': ["and status = 'processed')`", "and status = 'done')`"],
  }),
];
