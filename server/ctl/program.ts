import { Command, CommanderError } from 'commander'
import { faultOf } from '@/server/ctl/faults'
import { printFault } from '@/server/ctl/output'
import { readBuild } from '@/server/start-up'

const ABOUT =
  'Runs administrative commands on the server, beside the running service or while it is down. ' +
  'Reads the same settings as the service: the environment, and .env in the working directory.'

type AddCommand = (program: Command) => void

/** The module that declares each command, loaded only when needed: together they take a second. */
const MODULES: Record<string, () => Promise<AddCommand>> = {
  'create-admin': async () => (await import('@/server/ctl/create-admin')).addCreateAdmin,
  invite: async () => (await import('@/server/ctl/invite')).addInvite,
  import: async () => (await import('@/server/ctl/import')).addImport,
  users: async () => (await import('@/server/ctl/users')).addUsers,
  sessions: async () => (await import('@/server/ctl/sessions')).addSessions,
  unlock: async () => (await import('@/server/ctl/unlock')).addUnlock,
  audit: async () => (await import('@/server/ctl/audit')).addAudit,
  keys: async () => (await import('@/server/ctl/keys')).addKeys,
  purge: async () => (await import('@/server/ctl/purge')).addPurge,
  backup: async () => (await import('@/server/ctl/backup')).addBackup,
  restore: async () => (await import('@/server/ctl/backup')).addRestore,
  doctor: async () => (await import('@/server/ctl/doctor')).addDoctor,
  upgrade: async () => (await import('@/server/ctl/upgrade')).addUpgrade,
}

/** Loads the command that the arguments name, or all of them if they name none (`--help`). */
function commandsIn(args: readonly string[]): Promise<AddCommand[]> {
  const name = args.find((arg) => !arg.startsWith('-')) ?? ''
  const named = Object.hasOwn(MODULES, name) ? [MODULES[name]!] : Object.values(MODULES)
  return Promise.all(named.map((load) => load()))
}

/** Runs one command and returns the exit code. Prints results to stdout and errors to stderr. */
export async function gatehousectl(args: string[]): Promise<number> {
  const asJson = args.includes('--json')
  const program = newProgram(asJson)
  for (const add of await commandsIn(args)) add(program)
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
    outputError: (text) => printUsageFault(text.replace(/^error: /, '').trim()),
    // Otherwise, commander prints the help to stderr.
    writeErr: () => printUsageFault('A command is missing. Add --help to see the commands.'),
  })
}

function printUsageFault(message: string): void {
  printFault({ code: 'usage', message }, true)
}
