import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import type { StatusMove } from '@/lib/accounts/user-status'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { db } from '@/lib/platform/db/database'
import { pageQuery, presentPage } from '@/lib/platform/pagination'
import { OPERATOR } from '@/lib/platform/request-context'
import { USER_KINDS, USER_STATUSES } from '@/lib/platform/user-statuses'
import { eraseUserAs } from '@/lib/users/erasure/erase-user'
import { listErasedAccounts } from '@/lib/users/erasure/erasure.store'
import { findUserForOperator } from '@/lib/users/get-user'
import { listUsers } from '@/lib/users/list-users'
import { resetUserMfa } from '@/lib/users/user-sign-in-methods'
import { DEFAULT_USER_SORT, USER_SORTS, userListFields } from '@/lib/users/users.schemas'
import { atDatabase } from '@/server/ctl/at-database'
import { requireAccepted, validInput } from '@/server/ctl/faults'
import { printResult, tableLines } from '@/server/ctl/output'

const MOVES: Record<StatusMove, { summary: string; done: string }> = {
  activate: { summary: 'activate a pending or deactivated user', done: 'is active' },
  deactivate: {
    summary: 'deactivate a user and end their sessions, API keys, and links',
    done: 'is deactivated',
  },
  delete: {
    summary: 'delete a user and end their sessions, API keys, and links; the address stays taken',
    done: 'is deleted',
  },
  restore: { summary: 'restore a deleted user', done: 'is restored' },
}

/** `users list|show|activate|deactivate|delete|restore|reset-mfa|erase|erased`. */
export function addUsers(program: Command): void {
  const users = program.command('users').description('list, show, and change users')
  users
    .command('list')
    .description('list users, one page at a time')
    .option('--query <text>', 'part of the email address or name')
    .addOption(new Option('--status <status>', 'only this status').choices(USER_STATUSES))
    .option('--role <name>', 'only holders of this role')
    .addOption(new Option('--kind <kind>', 'people or service accounts').choices(USER_KINDS))
    .addOption(
      new Option('--sort <order>', '- is descending')
        .choices(USER_SORTS)
        .default(DEFAULT_USER_SORT),
    )
    .option('--limit <n>', 'users per page, 1 to 200', '50')
    .option('--cursor <cursor>', 'continue after the page that printed this')
    .action((_options, command: Command) => list(command))
  users
    .command('show')
    .description('show a user')
    .argument('<user>', 'ID or email address')
    .action((reference: string, _options, command: Command) => show(reference, command))
  for (const move of Object.keys(MOVES) as StatusMove[])
    users
      .command(move)
      .description(MOVES[move].summary)
      .argument('<user>', 'ID or email address')
      .action((reference: string, _options, command: Command) => change(move, reference, command))
  users
    .command('reset-mfa')
    .description('remove a user’s two-step verification and passkeys, and end their sessions')
    .argument('<user>', 'ID or email address')
    .action((reference: string, _options, command: Command) => resetMfa(reference, command))
  users
    .command('erase')
    .description('erase a user for good, deleted or not; the address is free again')
    .argument('<user>', 'ID or email address')
    .action((reference: string, _options, command: Command) => erase(reference, command))
  users
    .command('erased')
    .description('list the IDs of erased users, to erase them again after restoring a backup')
    .option('--since <time>', 'erased at this time or later, such as 2026-11-24T12:00:00Z')
    .action((_options, command: Command) => listErased(command))
}

const listOptions = pageQuery.extend(userListFields)

async function list(command: Command): Promise<void> {
  const { json = false, ...options } = command.optsWithGlobals<{ json?: boolean }>()
  const request = validInput(listOptions, options)
  const { users, nextCursor } = await atDatabase(async () =>
    requireAccepted(await listUsers(request)),
  )
  const rows = users.map(({ id, email, status, roles }) => [id, email, status, roles.join(', ')])
  const more = nextCursor ? [`More: --cursor ${nextCursor}`] : []
  const lines = [...tableLines([['ID', 'Email', 'Status', 'Roles'], ...rows]), ...more]
  printResult({ json: presentPage(users, nextCursor), lines }, json)
}

async function show(reference: string, command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
  const { user } = await atDatabase(async () =>
    requireAccepted(await findUserForOperator(reference)),
  )
  printResult({ json: user, lines: describe(user) }, json)
}

async function change(move: StatusMove, reference: string, command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
  const { user } = await atDatabase(async (ctx) => {
    const { id: userId } = requireAccepted(await findUserForOperator(reference)).user
    return requireAccepted(await changeUserStatus(OPERATOR, { userId, move }, ctx))
  })
  printResult({ json: user, lines: [`${user.email} (${user.id}) ${MOVES[move].done}.`] }, json)
}

async function resetMfa(reference: string, command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
  const { user } = await atDatabase(async (ctx) => {
    const { id: userId } = requireAccepted(await findUserForOperator(reference)).user
    requireAccepted(await resetUserMfa(OPERATOR, { userId }, ctx))
    return requireAccepted(await findUserForOperator(userId))
  })
  const line = `Two-step verification and passkeys of ${user.email} (${user.id}) are removed.`
  printResult({ json: user, lines: [line] }, json)
}

async function erase(reference: string, command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
  const id = await atDatabase(async (ctx) => {
    const { id: userId } = requireAccepted(await findUserForOperator(reference)).user
    requireAccepted(await eraseUserAs(OPERATOR, { userId }, ctx))
    return userId
  })
  printResult({ json: { id }, lines: [`${id} is erased.`] }, json)
}

const erasedOptions = z.object({
  since: z.iso.datetime({ offset: true, error: 'invalid' }).default('1970-01-01T00:00:00Z'),
})

async function listErased(command: Command): Promise<void> {
  const { json = false, ...options } = command.optsWithGlobals<{ json?: boolean }>()
  const since = new Date(validInput(erasedOptions, options).since)
  const erased = await atDatabase(() => listErasedAccounts(db(), since))
  const rows = erased.map(({ userId, erasedAt }) => ({
    id: userId,
    erased_at: erasedAt.toISOString(),
  }))
  const lines = rows.map(({ id, erased_at: at }) => `${id} ${at}`)
  printResult({ json: { data: rows }, lines }, json)
}

function describe(user: ManagedUser): string[] {
  return tableLines([
    ['ID', user.id],
    ['Email', `${user.email}${user.email_verified ? '' : ' (not confirmed)'}`],
    ['Name', user.name ?? ''],
    ['Kind', user.kind],
    ['Status', user.status],
    ['Roles', user.roles.join(', ')],
    ['Two-step verification', user.mfa_enabled ? 'on' : 'off'],
    ['Created', user.created_at],
    ['Last sign-in', user.last_sign_in_at ?? 'never'],
  ])
}
