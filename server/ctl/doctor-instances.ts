import { db } from '@/lib/platform/db/database'
import { SILENT_SECONDS } from '@/lib/platform/instances/heartbeat'
import { type Instance, listInstances } from '@/lib/platform/instances/instance.store'
import { sharedSettings } from '@/lib/platform/instances/shared-settings'
import {
  failed,
  checkClockOffset,
  ok,
  skipped,
  type Verdict,
  warning,
} from '@/server/ctl/doctor-checks'

/**
 * Compares the running instances with each other and with the settings of this command: one finding
 * per instance, and one per difference.
 */
export async function checkInstances(): Promise<Verdict[]> {
  const processes = await listInstances(db(), SILENT_SECONDS)
  if (processes.length === 0) return [skipped('No instance of this or a newer version is running.')]
  return [
    ...describeInstances(processes),
    ...compareVersions(processes),
    ...processes
      .map(({ name, clockAheadMs }) => checkClockOffset(name, clockAheadMs))
      .filter(notOk),
    ...compareSettings([...processes, { name: 'this command', sharedSettings: sharedSettings() }]),
  ]
}

const notOk = ({ state }: Verdict) => state !== 'ok'
const distinct = <T>(values: readonly T[]) => [...new Set(values)]

/** One line per name: its workers have rows of their own. */
function describeInstances(processes: readonly Instance[]): Verdict[] {
  return distinct(processes.map(({ name }) => name)).map((name) => {
    const workers = processes.filter((process) => process.name === name)
    const versions = distinct(workers.map(({ version }) => version)).join(' and ')
    const since = workers[0]!.startedAt.toISOString()
    const count = `workers: ${workers.length} of ${workers[0]!.workers}`
    const message = `${name} runs ${versions} since ${since}, ${count}.`
    return workers.length < workers[0]!.workers
      ? warning(`${message} Others are starting, or ended: see its log.`)
      : ok(message)
  })
}

/** Builds of one version can differ, too. */
function compareVersions(processes: readonly Instance[]): Verdict[] {
  const builds = distinct(
    processes.map(({ version, migration }) => `${version} (up to ${migration})`),
  )
  return builds.length > 1
    ? [warning(`Several versions are running: ${builds.join(', ')}. Complete the upgrade.`)]
    : []
}

type Holder = Pick<Instance, 'name' | 'sharedSettings'>

function compareSettings(holders: readonly Holder[]): Verdict[] {
  // An older or newer version may not know a setting.
  const names = distinct(holders.flatMap(({ sharedSettings: shared }) => Object.keys(shared)))
  return names.flatMap((setting) => {
    const known = holders.filter(({ sharedSettings: shared }) => shared[setting]?.length)
    const used = (value: string) =>
      distinct(known.filter((one) => one.sharedSettings[setting]![0] === value).map(nameOf))
    const values = distinct(known.map(({ sharedSettings: shared }) => shared[setting]![0]!))
    if (values.length === 1) return []
    const list = values.map((value) => `${value} (${used(value).join(', ')})`).join(', ')
    const allAccept = known.every((one) =>
      values.every((value) => one.sharedSettings[setting]!.includes(value)),
    )
    return allAccept
      ? [warning(`${setting} is being replaced: ${list}. Restart the instances with the old one.`)]
      : [failed(`${setting} differs: ${list}. Start all instances with the same one.`)]
  })
}

const nameOf = ({ name }: Holder) => name
