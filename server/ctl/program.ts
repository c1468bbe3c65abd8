import { Command, CommanderError } from 'commander'
import { addAudit } from '@/server/ctl/audit'
import { addBackup } from '@/server/ctl/backup'
import { addCreateAdmin } from '@/server/ctl/create-admin'
import { addDoctor } from '@/server/ctl/doctor'
import { faultOf } from '@/server/ctl/faults'
import { addImport } from '@/server/ctl/import'
import { addInvite } from '@/server/ctl/invite'
import { addKeys } from '@/server/ctl/keys'
import { printFault } from '@/server/ctl/output'
import { addPurge } from '@/server/ctl/purge'
import { addSessions } from '@/server/ctl/sessions'
import { addUpgrade } from '@/server/ctl/upgrade'
import { addUsers } from '@/server/ctl/users'
import { readBuild } from '@/server/start-up'

const ABOUT =
  'Runs administrative commands on the server, beside the running service or while it is down. ' +
  'Reads the same settings as the service: the environment, and .env in the working directory.'

const COMMANDS = [
  addCreateAdmin,
  addInvite,
  addImport,
  addUsers,
  addSessions,
  addAudit,
  addKeys,
  addPurge,
  addBackup,
  addDoctor,
  addUpgrade,
]

/** Runs one command and returns the exit code. Prints results to stdout and errors to stderr. */
export async function gatehousectl(args: string[]): Promise<number> {
  const asJson = args.includes('--json')
  const program = newProgram(asJson)
  for (const add of COMMANDS) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // commander has printed it: help, the version, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode
    const fault = faultOf(error)
    printFault(fault, asJson)
    return fault.exitCode
  }
}

function newProgram(asJson: boolean): Command {
  const program = new Command('gatehousectl')
    .description(ABOUT)
    .version(readBuild().version)
    .option('--json', 'print one JSON document: the result, or {"error": …} on stderr')
    .exitOverride()
  if (!asJson) return program.showHelpAfterError('Add --help to see the arguments and options.')
  return program.configureOutput({
    outputError: (text) =>
      printFault({ code: 'usage', message: text.replace(/^error: /, '').trim() }, true),
  })
}
