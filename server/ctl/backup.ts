import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings, type Settings } from '@/lib/config/settings'
import { now } from '@/lib/platform/clock'
import { lockDataFolder } from '@/lib/platform/db/data-folder-lock'
import { type Database, db, openDatabase } from '@/lib/platform/db/database'
import { databasePlace } from '@/lib/platform/db/database-place'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { makePrivate } from '@/lib/platform/db/private-files'
import { reasonOf } from '@/lib/platform/describe-error'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'
import { checkKeys } from '@/lib/settings/check-keys'
import { isEmpty, openOwnDatabase, operatorContext } from '@/server/ctl/at-database'
import { type Manifest, MANIFEST, readBackup, writeManifest } from '@/server/ctl/backup-files'
import { fillFolder } from '@/server/ctl/backup-folder'
import { describeStoppedWork, endAccessSql } from '@/server/ctl/end-access'
import { cannotRun, CommandError } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'
import { dumpDatabase, loadDatabase } from '@/server/ctl/postgres-tools'
import { applySettings } from '@/server/read-settings'

const DUMP = 'database.sql'
const EMBEDDED = 'db'

interface Options {
  keepApiKeys?: boolean
  json?: boolean
}

/** `backup <folder>`. */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write the database and the uploaded files to a new or empty folder')
    .argument('<folder>')
    .action((folder: string, _options, command: Command) => backup(folder, command))
}

/** `restore <folder>`. */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database, and end sessions, links, and API keys')
    .argument('<folder>')
    .option('--keep-api-keys', 'keep API keys, including those revoked since the backup')
    .action((folder: string, _options, command: Command) => restore(folder, command))
}

async function backup(folder: string, command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<Options>()
  const { files, ...about } = await fillFolder(folder, [DUMP, EMBEDDED, MANIFEST], (ending) =>
    writeBackup(folder, ending),
  )
  const lines = [`Backup with ${files.length} files written to ${folder}.`, ...notIncluded()]
  printResult({ json: { folder, ...about, files: files.length }, lines }, json)
}

async function writeBackup(
  folder: string,
  ending: AbortSignal,
): Promise<Pick<Manifest, 'created_at' | 'database' | 'files'>> {
  const ctx = operatorContext()
  const kind = await recordBackup(ctx)
  // Before and after the database, which may name files that are deleted, or were uploaded, since.
  const objects = join(folder, 'uploads/objects')
  copyNewFiles(storedFiles(), objects)
  await copyDatabase(kind, settings(), folder, ending)
  copyNewFiles(storedFiles(), objects)
  makePrivate([folder])
  const about = { created_at: ctx.now.toISOString(), database: kind }
  const { files } = await writeManifest(folder, about)
  return { ...about, files }
}

/** Returns the kind of the database, which is closed again. */
async function recordBackup(ctx: RequestContext): Promise<Database['kind']> {
  const database = await openOwnDatabase()
  try {
    await recordAudit(db(), ctx, { action: 'backup.created', outcome: 'ok' })
    return database.kind
  } finally {
    await database.close()
  }
}

function notIncluded(): string[] {
  const keys = 'Not included: the settings and keys (.env, secrets.json). Store them elsewhere.'
  return settings().uploads.s3 ? [keys, 'Not included: the bucket with uploaded files.'] : [keys]
}

async function copyDatabase(
  kind: Database['kind'],
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  folder: string,
  ending: AbortSignal,
): Promise<void> {
  if (kind === 'server')
    return dumpDatabase(databaseDirectUrl || databaseUrl!, join(folder, DUMP), ending)
  const source = join(dataDir, EMBEDDED)
  const unlock = await lockDataFolder(source)
  try {
    // The folder may be a link to another disk. Asynchronous, so that the lock's heartbeat goes on.
    await cp(realpathSync(source), join(folder, EMBEDDED), { recursive: true })
  } finally {
    unlock()
  }
}

async function restore(folder: string, command: Command): Promise<void> {
  const { keepApiKeys = false, json = false } = command.optsWithGlobals<Options>()
  logger().level = 'silent'
  const manifest = await readBackup(folder)
  const warnings: string[] = []
  const to = applySettings({
    checkOnly: true,
    onMissingSecrets: (file) => warnings.push(secretsMissing(file)),
  })
  if ((manifest.database === 'server') !== Boolean(to.databaseUrl))
    throw cannotRun(
      'other_database',
      manifest.database === 'server'
        ? 'This backup is of a PostgreSQL server. Set DATABASE_URL.'
        : 'This backup is of the embedded database. Remove DATABASE_URL.',
    )
  await assertNothingIsReplaced(to)
  const { now: at, userAgent, requestId } = operatorContext()
  const recordId = newId()
  const sql = endAccessSql({
    recordId,
    at,
    backupAt: new Date(manifest.created_at),
    userAgent: userAgent ?? '',
    requestId,
    keepApiKeys,
  })
  // The files first: if this is interrupted, the database is still empty, and no service can run
  // with half a backup.
  restoreUploads(folder)
  try {
    if (manifest.database === 'embedded') await restoreEmbedded(folder, to.dataDir, sql)
    else await loadDatabase(to.databaseDirectUrl || to.databaseUrl!, join(folder, DUMP), sql)
  } catch (error) {
    if (isUnknown(error)) throw unknownOutcome(error)
    rmSync(storedFiles(), { recursive: true, force: true })
    throw error
  }
  const keysAreThere = warnings.length === 0
  warnings.push(...(await examineRestored(to, { recordId, keysAreThere })))
  const ended = keepApiKeys ? 'sessions and links' : 'sessions, links, and API keys'
  const lines = [
    `The backup of ${manifest.created_at} was restored. All of its ${ended} have ended.`,
    'If a signing key leaked since, run gatehousectl keys rotate --leaked again.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ]
  const result = { restored_at: now().toISOString(), backup_at: manifest.created_at }
  printResult({ json: { ...result, api_keys_kept: keepApiKeys, warnings }, lines }, json)
}

const secretsMissing = (file: string) =>
  `${file} is missing. Copy it from the machine that was backed up before you go on: the service would ` +
  'create a new one, and its keys decrypt nothing that is stored.'

/**
 * What the operator should know of the restored database: the background work that was stopped, and
 * how the configured keys don't fit. The restore itself is done.
 */
async function examineRestored(
  to: Settings,
  { recordId, keysAreThere }: { recordId: string; keysAreThere: boolean },
): Promise<string[]> {
  try {
    const restored = await openDatabase(databasePlace(to))
    try {
      const stopped = (await describeStoppedWork(recordId)) ?? []
      const { faults } = keysAreThere ? await checkKeys() : { faults: [] }
      return [stopped, ...faults.map(({ message }) => message)].flat()
    } finally {
      await restored.close()
    }
  } catch (error) {
    return [
      `The restored database could not be checked: ${reasonOf(error)}. Run gatehousectl doctor.`,
    ]
  }
}

function isUnknown(error: unknown): error is CommandError {
  return error instanceof CommandError && error.fault.code === 'outcome_unknown'
}

/** The files stay: the database may name them. */
function unknownOutcome({ message }: CommandError): CommandError {
  return cannotRun(
    'outcome_unknown',
    `${message}\nThe connection was lost when the restore was about to be completed. Look at the ` +
      `database: if it has tables, the backup is restored. If it is empty, delete ${storedFiles()} ` +
      'and restore again.',
  )
}

function notEmpty(what: string): CommandError {
  const message = `${what} is not empty. Restore into an empty database and folder.`
  return new CommandError('not_empty', message)
}

async function assertNothingIsReplaced(to: Settings): Promise<void> {
  const stored = storedFiles()
  if (existsSync(stored) && readdirSync(stored).length > 0) throw notEmpty(stored)
  const place = join(to.dataDir, EMBEDDED)
  if (!to.databaseUrl) {
    if (existsSync(place)) throw notEmpty(place)
    return
  }
  const database = await openDatabase(databasePlace(to))
  try {
    // Past the pooler, where the dump is loaded.
    if (!(await database.withSessions(isEmpty))) throw notEmpty('The database')
  } finally {
    await database.close()
  }
}

/** Prepared beside its place, so that no service can start with it before sessions are ended. */
async function restoreEmbedded(folder: string, dataDir: string, sql: string): Promise<void> {
  const place = join(dataDir, EMBEDDED)
  const draft = emptyDraft(dataDir)
  try {
    cpSync(join(folder, EMBEDDED), join(draft, EMBEDDED), { recursive: true })
    // The backup may be a copy that lost the modes of its files.
    makePrivate([draft])
    const { pool, close } = await openEmbeddedPool(join(draft, EMBEDDED))
    try {
      await pool.query(sql)
    } finally {
      await close()
    }
    const unlock = await lockDataFolder(place)
    try {
      if (existsSync(place)) throw notEmpty(place)
      renameSync(join(draft, EMBEDDED), place)
    } finally {
      unlock()
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Uploaded files, without those that were being received. The folder may have others beside them.
 */
const storedFiles = () => join(settings().uploads.folder, 'objects')

/** Copies the files that are not there yet. One that is deleted meanwhile is left out. */
function copyNewFiles(from: string, to: string): void {
  if (!existsSync(from)) return
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, source))
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    try {
      copyFileSync(source, target, constants.COPYFILE_EXCL)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'EEXIST') throw error
    }
  }
}

/** Prepared beside their place, so that an interrupted copy is not taken for all files. */
function restoreUploads(folder: string): void {
  const from = join(folder, 'uploads/objects')
  if (!existsSync(from)) return
  const draft = emptyDraft(settings().uploads.folder)
  try {
    cpSync(from, draft, { recursive: true })
    makePrivate([draft])
    rmSync(storedFiles(), { recursive: true, force: true })
    renameSync(draft, storedFiles())
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A folder for what is being restored, without what an interrupted restore left in it. */
function emptyDraft(parent: string): string {
  const draft = join(parent, 'restoring')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  return draft
}
