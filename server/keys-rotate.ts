import { settings } from '@/lib/config/settings'
import { replaceLeakedKeys, rotateSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { closeBus } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { now } from '@/lib/platform/clock'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { openDatabase } from '@/lib/platform/db/database'
import { databasePlace } from '@/lib/platform/db/database-place'
import { readSettings } from '@/server/read-settings'

const USAGE = 'npm run keys:rotate [-- --leaked]'
const DECIDED =
  'AUTH_JWT_SIGNING_KEYS is set and decides alone. Change it there: docs/verify-tokens.md#replace-a-key'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const leaked = args[0] === '--leaked'
  if (args.length > (leaked ? 1 : 0)) return fail(USAGE)
  const place = databasePlace(readSettings())
  if (settings().tokens.signingKeys) return fail(DECIDED)
  try {
    const database = await openDatabase(place)
    await startBus()
    try {
      await rotate(leaked)
    } finally {
      await closeBus()
      await database.close()
    }
    return 0
  } catch (error) {
    const hint = error instanceof FolderInUseError ? ': stop the service first' : ''
    return fail(`The keys cannot be rotated: ${(error as Error).message}${hint}`)
  }
}

async function rotate(leaked: boolean): Promise<void> {
  const { kid, signsFrom, isNew } = leaked
    ? await replaceLeakedKeys(now())
    : await rotateSigningKeys(now())
  const lines = leaked
    ? [`Key ${kid} signs from now on. Every earlier key is removed, and its tokens are refused.`]
    : [
        `Key ${kid} ${isNew ? 'is' : 'was already'} published and signs from ${signsFrom.toISOString()}.`,
        isNew ? 'The present one is removed a day later.' : 'Nothing was changed.',
      ]
  process.stdout.write(`${lines.join(' ')}\n`)
}

function fail(line: string): number {
  process.stderr.write(`${line}\n`)
  return 1
}
