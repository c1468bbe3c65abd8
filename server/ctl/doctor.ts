import type { Command } from 'commander'
import { z } from 'zod'
import { emailField } from '@/lib/accounts/user-fields'
import { settings } from '@/lib/config/settings'
import { database } from '@/lib/platform/db/database'
import { reasonOf } from '@/lib/platform/describe-error'
import { reloadSettings } from '@/lib/settings/follow-settings'
import {
  checkAddress,
  checkClock,
  checkDatabase,
  checkMail,
  checkProxy,
  checkSettings,
  checkTls,
  checkVersion,
  failed,
  type Finding,
  type Verdict,
} from '@/server/ctl/doctor-checks'
import { checkDisks } from '@/server/ctl/doctor-disks'
import { checkInstances } from '@/server/ctl/doctor-instances'
import { examineKeys } from '@/server/ctl/doctor-keys'
import { checkRedis, checkReplica } from '@/server/ctl/doctor-servers'
import { validInput } from '@/server/ctl/faults'
import { printResult, tableLines } from '@/server/ctl/output'

interface Options {
  mailTo?: string
  json?: boolean
}

/** Named as the operator wrote it, because errors show the name. */
const mailOptions = z.object({ '--mail-to': emailField })

/** `doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, disk space, database, replica, version, keys, clock, instances, mail, Redis, TLS, address, and proxy',
    )
    .option('--mail-to <address>', 'send a test email')
    .action((_options, command: Command) => doctor(command))
}

async function doctor(command: Command): Promise<void> {
  const { mailTo, json = false } = command.optsWithGlobals<Options>()
  const to =
    mailTo === undefined ? null : validInput(mailOptions, { '--mail-to': mailTo })['--mail-to']
  const findings = await examine(to)
  const healthy = findings.every(({ state }) => state !== 'failed')
  const rows = findings.map(({ check, state, message }) => [state, check, message])
  const lines = tableLines([['State', 'Check', 'Finding'], ...rows])
  printResult({ json: { healthy, findings }, lines }, json)
  if (!healthy) process.exitCode = 1
}

/** Runs each check whose requirements are met. */
async function examine(mailTo: string | null): Promise<Finding[]> {
  const findings: Finding[] = checkSettings().map((verdict) => ({ check: 'settings', ...verdict }))
  if (findings.some(({ state }) => state === 'failed')) return findings
  const addAll = async (check: Finding['check'], run: () => Promise<Verdict[]>) => {
    const verdicts = await run().catch((error: unknown) => [failed(reasonOf(error))])
    findings.push(...verdicts.map((verdict) => ({ check, ...verdict })))
    return verdicts.every(({ state }) => state === 'ok')
  }
  const add = (check: Finding['check'], run: () => Promise<Verdict>) =>
    addAll(check, async () => [await run()])
  await addAll('disk', () => checkDisks(settings()))
  if (await add('database', checkDatabase)) {
    try {
      await add('replica', () => checkReplica(settings()))
      if (await add('version', checkVersion)) {
        await addAll('keys', examineKeys)
        await add('clock', checkClock)
        await addAll('instances', checkInstances)
        await add('mail', async () => {
          await reloadSettings()
          return checkMail(mailTo)
        })
      }
    } finally {
      await database().close()
    }
  }
  await add('redis', () => checkRedis(settings()))
  await add('tls', () => checkTls(settings()))
  await add('address', () => checkAddress(settings()))
  await add('proxy', async () => checkProxy(settings()))
  return findings
}
