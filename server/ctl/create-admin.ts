import type { Command } from 'commander'
import { z } from 'zod'
import { emailField, optionalPersonName } from '@/lib/accounts/user-fields'
import { createAdministrator } from '@/lib/identity/registration/first-administrator'
import { atDatabase } from '@/server/ctl/at-database'
import { requireAccepted, validInput } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'
import { readSecret } from '@/server/ctl/read-secret'

const fields = z.object({ email: emailField, name: optionalPersonName.nullable() })

interface Options {
  name?: string
  json?: boolean
}

/** `create-admin <email>`. */
export function addCreateAdmin(program: Command): void {
  program
    .command('create-admin')
    .description('create an administrator; reads the password from stdin or asks for it')
    .argument('<email>')
    .option('--name <name>', 'name to show')
    .action(createAdmin)
}

async function createAdmin(email: string, _options: Options, command: Command): Promise<void> {
  const { name = null, json = false } = command.optsWithGlobals<Options>()
  const input = validInput(fields, { email, name })
  const password = await readSecret('Password')
  const { user } = await atDatabase(
    async (ctx) => requireAccepted(await createAdministrator({ ...input, password }, ctx)),
    { setUpIfEmpty: true },
  )
  printResult({ json: user, lines: [`Administrator ${user.email} created (${user.id}).`] }, json)
}
