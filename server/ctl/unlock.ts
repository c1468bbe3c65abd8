import type { Command } from 'commander'
import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'
import {
  clientAddressIn,
  type Unlocking,
  unlockSignIns,
} from '@/lib/protection/login-guard/unlock-sign-ins'
import { atDatabase } from '@/server/ctl/at-database'
import { CommandError, validInput } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'

interface Options {
  all?: boolean
  json?: boolean
}

/** `unlock [address]`. */
export function addUnlock(program: Command): void {
  program
    .command('unlock')
    .description('end the lockout after too many failed sign-ins')
    .argument('[address]', 'the email address of an account, or the IP address of users')
    .option('--all', 'every account and every IP address')
    .action((address: string | undefined, _options, command: Command) => unlock(address, command))
}

async function unlock(address: string | undefined, command: Command): Promise<void> {
  const { all = false, json = false } = command.optsWithGlobals<Options>()
  const unlocking = readUnlocking(address, all)
  const locks = await atDatabase((ctx) => unlockSignIns(unlocking, ctx))
  const whose = address === undefined ? 'every account and IP address' : address.trim()
  printResult({ json: { locks }, lines: [`Locks ended for ${whose}: ${locks}.`] }, json)
}

function readUnlocking(given: string | undefined, all: boolean): Unlocking {
  if (all !== (given === undefined))
    throw new CommandError('usage', 'Name an email address or an IP address, or add --all.')
  if (given === undefined) return { budget: 'all' }
  const address = clientAddressIn(given.trim())
  if (address !== null) return { budget: 'address', address }
  return { budget: 'email', ...validInput(z.object({ email: knownEmailField }), { email: given }) }
}
