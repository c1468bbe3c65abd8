import {
  readChainHead,
  verifyAuditChain,
  type ChainReport,
  type FirstBad,
} from '@/lib/audit/verify-audit-chain'
import { now } from '@/lib/platform/clock'
import { openDatabase } from '@/lib/platform/db/database'
import { databasePlace } from '@/lib/platform/db/database-place'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { readSettings } from '@/server/read-settings'

/** Exit codes: the trail is intact, it is not, or it could not be checked. */
const INTACT = 0
const NOT_INTACT = 1
const UNKNOWN = 2

const SENTENCES: Record<FirstBad['fault'], string> = {
  changed: 'it was changed after it had been sealed',
  record_missing: 'it is gone',
  seal_missing: 'its seal is gone',
  order: 'its seal does not follow the one before it',
  unsealed:
    'it has had no seal for five minutes: it was written around the service, or nothing seals',
  unknown_key: 'it was sealed under a secret that is not configured (AUTH_JWT_PREVIOUS_SECRETS)',
  other_head: 'this is not the chain of the head that was given',
  erased: 'its address, user agent, and details were removed, and no erasure accounts for it',
}

// npm run audit:verify [-- --head <seq>.<mac>]
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const at = args.indexOf('--head')
  const head = at < 0 ? undefined : readChainHead(args[at + 1] ?? '')
  if (head === null)
    return printLine(UNKNOWN, '--head wants what an earlier run printed: <seq>.<mac>')
  const place = databasePlace(readSettings())
  try {
    const database = await openDatabase(place)
    const report = await verifyAuditChain(now(), head).finally(() => database.close())
    return printReport(report)
  } catch (error) {
    const hint = error instanceof FolderInUseError ? ', or ask it: GET /api/v1/audit/verify' : ''
    return printLine(UNKNOWN, `The audit trail cannot be read: ${(error as Error).message}${hint}`)
  }
}

function printReport({ firstBad, verified, erased, head }: ChainReport): number {
  const newest = head ? `Head: ${head}` : 'Nothing is sealed yet.'
  if (!firstBad)
    return printLine(
      INTACT,
      `The audit trail is intact: ${verified} sealed records, ${erased} of them erased. ${newest}`,
    )
  const { recordId, seq, fault } = firstBad
  const record = recordId ? `Record ${recordId}` : 'A record that is gone'
  const position = seq === null ? '' : ` (place ${seq} of the chain)`
  return printLine(
    NOT_INTACT,
    `The audit trail is NOT intact. ${record}${position}: ${SENTENCES[fault]}.`,
  )
}

function printLine(code: number, text: string): number {
  process.stdout.write(`${text}\n`)
  return code
}
