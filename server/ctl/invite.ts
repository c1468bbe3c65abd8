import { type Command, Option } from 'commander'
import { type Locale, locales } from '@/lib/i18n/locale'
import { OPERATOR } from '@/lib/platform/request-context'
import { inviteUser } from '@/lib/users/invite-user'
import { inviteBody } from '@/lib/users/users.schemas'
import { atDatabase } from '@/server/ctl/at-database'
import { requireAccepted, validInput } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'

interface Options {
  name?: string
  role?: string[]
  language: Locale
  json?: boolean
}

export function addInvite(program: Command): void {
  program
    .command('invite')
    .description('create a pending user and email them a link to choose a password')
    .argument('<email>')
    .option('--name <name>', 'name to show')
    .option('--role <name>', 'a role; repeat for more (default: "user")', collect)
    .addOption(
      new Option('--language <code>', 'language of the email').choices(locales).default('en'),
    )
    .action((email: string, _options, command: Command) => invite(email, command))
}

const collect = (name: string, names: string[] = []) => [...names, name]

async function invite(email: string, command: Command): Promise<void> {
  const { name = null, role: roles, language, json = false } = command.optsWithGlobals<Options>()
  const input = validInput(inviteBody, { email, name, roles })
  const invitation = { ...input, name: input.name ?? null }
  const { user } = await atDatabase(async (ctx) =>
    requireAccepted(await inviteUser(OPERATOR, invitation, { ...ctx, locale: language })),
  )
  const lines = [`Invited ${user.email} (${user.id}). The service will send the email.`]
  printResult({ json: user, lines }, json)
}
