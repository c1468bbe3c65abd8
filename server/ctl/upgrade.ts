import type { Command } from 'commander'
import { findMissingMigrations } from '@/lib/platform/db/apply-migrations'
import { database } from '@/lib/platform/db/database'
import { reasonOf } from '@/lib/platform/describe-error'
import {
  checkDatabase,
  checkSettings,
  type Finding,
  type Verdict,
} from '@/server/ctl/doctor-checks'
import { examineKeys } from '@/server/ctl/doctor-keys'
import { printResult, tableLines } from '@/server/ctl/output'
import { migrationsFolder } from '@/server/start-up'

/** What starting this version would do. */
interface Readiness {
  /** Whether this version can serve with these settings and this database, which was examined. */
  ready: boolean
  /** Migrations that its first start applies, in order; null if that could not be determined. */
  pending: string[] | null
  findings: Finding[]
}

/** `upgrade --check`. */
export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('say what the first start of this version would do; changes nothing')
    .requiredOption('--check', 'the start itself upgrades, so there is nothing else to do')
    .action((_options, command: Command) => check(command))
}

async function check(command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
  const readiness = await examineUpgrade()
  const { ready, pending, findings } = readiness
  const rows = findings.map((finding) => [finding.state, finding.check, finding.message])
  const lines = [
    ...tableLines([['State', 'Check', 'Finding'], ...rows]),
    ...(pending ?? []).map((name) => `Pending migration: ${name}`),
    ready ? 'This version can start.' : 'Do not start this version yet.',
  ]
  printResult({ json: readiness, lines }, json)
  if (!ready) process.exitCode = 1
}

async function examineUpgrade(): Promise<Readiness> {
  // Settings that this version no longer has, or has renamed, are among the warnings.
  const findings: Finding[] = checkSettings().map((verdict) => ({ check: 'settings', ...verdict }))
  const blocked = () => findings.some(({ state }) => state === 'failed')
  if (blocked()) return { ready: false, pending: null, findings }
  const found = await checkDatabase()
  findings.push({ check: 'database', ...found })
  if (found.state !== 'ok') return { ready: false, pending: null, findings }
  try {
    const pending = await findPending(findings)
    if (pending) findings.push(...(await examineKeys()).map(keysFinding))
    return { ready: !blocked(), pending, findings }
  } finally {
    await database().close()
  }
}

const keysFinding = (verdict: Verdict): Finding => ({ check: 'keys', ...verdict })

/** Adds its finding. Returns null if the database is newer or was migrated by something else. */
export async function findPending(findings: Finding[]): Promise<string[] | null> {
  const note = (state: Finding['state'], message: string) =>
    findings.push({ check: 'version', state, message })
  try {
    const pending = await findMissingMigrations(database().pool, migrationsFolder())
    const count = pending.length
    if (count === 0) note('ok', 'The database has all migrations of this version.')
    else note('warning', `Migrations that the first start applies: ${count}. Make a backup first.`)
    return pending
  } catch (error) {
    note('failed', `${reasonOf(error)}.`)
    return null
  }
}
