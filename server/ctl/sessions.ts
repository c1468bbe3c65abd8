import type { Command } from 'commander'
import { listSessions } from '@/lib/identity/sessions/list-sessions'
import { pageQuery, presentPage } from '@/lib/platform/pagination'
import { OPERATOR } from '@/lib/platform/request-context'
import { findUserForOperator } from '@/lib/users/get-user'
import { endUserSession, endUserSessions } from '@/lib/users/user-sessions'
import { atDatabase } from '@/server/ctl/at-database'
import { requireAccepted, validInput } from '@/server/ctl/faults'
import { printResult, tableLines } from '@/server/ctl/output'

interface Options {
  session?: string
  limit?: string
  cursor?: string
  json?: boolean
}

/** `sessions list|revoke <user>`. */
export function addSessions(program: Command): void {
  const sessions = program.command('sessions').description('list and revoke sessions')
  sessions
    .command('list')
    .description('list the sessions of a user, newest first')
    .argument('<user>', 'ID or email address')
    .option('--limit <n>', 'sessions per page, 1 to 200', '50')
    .option('--cursor <cursor>', 'continue after the page that printed this')
    .action((reference: string, _options, command: Command) => list(reference, command))
  sessions
    .command('revoke')
    .description(
      'end all sessions of a user, or one; running instances refuse them within a second',
    )
    .argument('<user>', 'ID or email address')
    .option('--session <id>', 'only this session')
    .action((reference: string, _options, command: Command) => revoke(reference, command))
}

async function list(reference: string, command: Command): Promise<void> {
  const { json = false, ...options } = command.optsWithGlobals<Options>()
  const page = validInput(pageQuery, options)
  const { sessions, nextCursor } = await atDatabase(async ({ now }) => {
    const { id: userId } = requireAccepted(await findUserForOperator(reference)).user
    return requireAccepted(await listSessions({ userId, currentId: null }, page, now))
  })
  const rows = sessions.map(({ id, surface, ip, last_used_at }) => [
    id,
    surface,
    ip ?? '',
    last_used_at,
  ])
  const more = nextCursor ? [`More: --cursor ${nextCursor}`] : []
  const lines = [...tableLines([['ID', 'Surface', 'Address', 'Last used'], ...rows]), ...more]
  printResult({ json: presentPage(sessions, nextCursor), lines }, json)
}

async function revoke(reference: string, command: Command): Promise<void> {
  const { session: sessionId, json = false } = command.optsWithGlobals<Options>()
  const { user } = await atDatabase(async (ctx) => {
    const { id: userId } = requireAccepted(await findUserForOperator(reference)).user
    return requireAccepted(
      sessionId === undefined
        ? await endUserSessions(OPERATOR, { userId }, ctx)
        : await endUserSession(OPERATOR, { userId, sessionId }, ctx),
    )
  })
  const what = sessionId === undefined ? 'All sessions' : `Session ${sessionId}`
  printResult({ json: user, lines: [`${what} of ${user.email} ended.`] }, json)
}
