import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { type FirstBad, presentFirstBad } from '@/lib/audit/audit.responses'
import { type ExportedChain, exportAuditChain } from '@/lib/audit/export-audit-chain'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { type ChainReport, readChainHead, type RemovedMonth } from '@/lib/audit/verify-audit-chain'
import { verifyAuditFile } from '@/lib/audit/verify-audit-file'
import { reasonOf } from '@/lib/platform/describe-error'
import { OPERATOR } from '@/lib/platform/request-context'
import { atDatabase } from '@/server/ctl/at-database'
import { cannotRun, CommandError, requireAccepted } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'
import { applySettings } from '@/server/read-settings'

const SENTENCES: Record<FirstBad['fault'], string> = {
  changed: 'it was changed after it had been sealed',
  record_missing: 'it was deleted',
  seal_missing: 'its seal was deleted',
  order: 'its seal does not follow the one before it',
  unsealed:
    'it has been unsealed for 5 minutes: it was written directly to the database, or the job that seals records is not running',
  unknown_key:
    'it was sealed under a secret that is not configured (AUTH_JWT_PREVIOUS_SECRETS, or AUDIT_PREVIOUS_SECRETS if it has leaked)',
  other_head: 'the given head does not belong to this chain',
  erased: 'its address, user agent, and details were removed, and no erasure record explains it',
  anchor: 'the record that replaces removed ones was forged or moved',
  head_removed: 'the given head belongs to removed records: use a later one',
}

/** Faults that can concern several records at once, in the plural. */
const RANGES: Partial<typeof SENTENCES> = {
  record_missing: 'their records were deleted',
  seal_missing: 'their seals were deleted, and no record of a removal explains it',
}

interface Options {
  file?: string
  head?: string
  output?: string
  json?: boolean
}

/** `audit verify|export`. */
export function addAudit(program: Command): void {
  const audit = program.command('audit').description('verify and export the audit trail')
  audit
    .command('verify')
    .description('verify the chain of seals; exit code 1 if the trail is not intact')
    .option('--head <head>', 'the head that an earlier run printed')
    .option('--file <file>', 'an export instead of the database')
    .action((_options, command: Command) => verify(command))
  audit
    .command('export')
    .description('write the audit trail with its seals as JSON Lines')
    .option('--output <file>', 'a new file instead of stdout')
    .action((_options, command: Command) => exportTrail(command))
}

async function verify(command: Command): Promise<void> {
  const { file, head, json = false } = command.optsWithGlobals<Options>()
  const { report } = file
    ? await verifyFile(file, head)
    : await atDatabase(async (ctx) =>
        requireAccepted(await verifyAudit({ head }, OPERATOR, ctx, null)),
      )
  const { firstBad, verified, erased, removed, head: newest } = report
  const months = removed.map(({ recordId, removedAt, before, records }) => ({
    record_id: recordId,
    removed_at: removedAt.toISOString(),
    before: before.toISOString(),
    records,
  }))
  const result = {
    intact: !firstBad,
    verified,
    erased,
    removed: months,
    head: newest,
    first_bad: presentFirstBad(firstBad),
  }
  printResult({ json: result, lines: [sentence(report), ...removed.map(removal)] }, json)
  if (firstBad) process.exitCode = 1
}

async function verifyFile(file: string, head?: string) {
  applySettings({ checkOnly: true })
  const expected = head === undefined ? undefined : readChainHead(head)
  if (expected === null)
    throw new CommandError('usage', '--head: use what an earlier run printed, <seq>.<mac>.')
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  return requireAccepted(await verifyAuditFile(lines, expected))
}

/** AUDIT_REMOVE_AFTER is the only way to remove records, so no user is named. */
function removal({ removedAt, before, records, recordId }: RemovedMonth): string {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return `Removed on ${day(removedAt)} by AUDIT_REMOVE_AFTER: ${records} records from before ${day(before)} (record ${recordId}).`
}

function sentence({ firstBad, verified, erased, head }: ChainReport): string {
  const newest = head ? `Head: ${head}` : 'Nothing is sealed yet.'
  if (!firstBad)
    return `The audit trail is intact. Sealed records: ${verified}, erased: ${erased}. ${newest}`
  const { recordId, seq, fault, lastSeq } = firstBad
  if (lastSeq !== undefined && seq !== null && lastSeq > seq)
    return `The audit trail is NOT intact. Positions ${seq} to ${lastSeq} of the chain: ${RANGES[fault] ?? SENTENCES[fault]}.`
  const record = recordId ? `Record ${recordId}` : 'A deleted record'
  const position = seq === null ? '' : ` (position ${seq} of the chain)`
  return `The audit trail is NOT intact. ${record}${position}: ${SENTENCES[fault]}.`
}

async function exportTrail(command: Command): Promise<void> {
  const { output, json = false } = command.optsWithGlobals<Options>()
  const done = await atDatabase(async (ctx) => {
    const chunks = exportAuditChain(OPERATOR, ctx)
    return output === undefined ? toStdout(chunks) : toFile(chunks, output)
  })
  // On stdout, the export itself is the result.
  if (output === undefined) return
  const lines = [`${done.records} records in ${output}. Head: ${done.head ?? 'none'}`]
  printResult({ json: { file: output, ...done }, lines }, json)
}

type Chunks = AsyncGenerator<string, ExportedChain>

/**
 * Throws a CommandError if stdout fails: EPIPE, as by `| head`, would otherwise be taken for a lost
 * connection to the database.
 */
export async function toStdout(
  chunks: Chunks,
  stdout: Writable = process.stdout,
): Promise<ExportedChain> {
  let ofStdout: unknown
  const listener = (error: Error) => (ofStdout = error)
  stdout.once('error', listener)
  try {
    return await write(chunks, (text) => pipeline(text, stdout, { end: false }))
  } catch (error) {
    if (error !== ofStdout) throw error
    throw cannotRun('failed', `The export could not be written to stdout: ${reasonOf(error)}`)
  } finally {
    stdout.off('error', listener)
  }
}

/** Writes to a new file that only its owner can read; fails if the file exists. */
function toFile(chunks: Chunks, file: string): Promise<ExportedChain> {
  return write(chunks, (text) =>
    pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600 })),
  )
}

async function write(
  chunks: Chunks,
  send: (text: Readable) => Promise<void>,
): Promise<ExportedChain> {
  let done: ExportedChain = { records: 0, head: null }
  async function* withResult() {
    done = yield* chunks
  }
  await send(Readable.from(withResult()))
  return done
}
