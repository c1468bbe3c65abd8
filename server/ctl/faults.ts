import type { z } from 'zod'
import { SettingsError } from '@/lib/config/settings'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { reasonOf } from '@/lib/platform/describe-error'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { type Outcome, problems, type Refusal, RefusedError, refuse } from '@/lib/platform/problems'

/** Refused: the arguments, a rule of the service, or the state of something. */
const REFUSED = 1
/** The command could not run: invalid settings, or no database. */
const CANNOT_RUN = 2

/** What went wrong, as printed. `code` is for programs and stays. */
export interface Fault {
  code: string
  message: string
  /** One line each: the fields or settings that are wrong. */
  details?: string[]
}

/** Ends a command. The message says what the operator can do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly fault: Fault
  readonly exitCode: number

  constructor(code: string, message: string, exitCode = REFUSED) {
    super(message)
    this.fault = { code, message }
    this.exitCode = exitCode
  }
}

/** Thrown when the command cannot run here and now: exit code 2. */
export function cannotRun(code: string, message: string): CommandError {
  return new CommandError(code, message, CANNOT_RUN)
}

/** The result of a use case. Throws its refusal. */
export function requireAccepted<T extends object>(outcome: Outcome<T>): { ok: true } & T {
  if (!outcome.ok) throw new RefusedError(outcome)
  return outcome
}

/** The input as the schema of the API's field or body reads it. Throws `validation_failed`. */
export function validInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new RefusedError(refuse('validation_failed', { errors: fieldErrorsOf(parsed.error) }))
}

const IN_USE =
  'The service is running, and only one process can open the embedded database. ' +
  'Stop the service and run the command again, or use the pages or the API. ' +
  'With a PostgreSQL server (DATABASE_URL), commands run beside the service.'

/** How an error is reported, and with which exit code. */
export function faultOf(error: unknown): Fault & { exitCode: number } {
  if (error instanceof CommandError) return { ...error.fault, exitCode: error.exitCode }
  if (error instanceof RefusedError) return { ...refused(error.refusal), exitCode: REFUSED }
  if (error instanceof SettingsError) {
    const message = 'The settings are invalid.'
    return { code: 'settings', message, details: [...error.faults], exitCode: CANNOT_RUN }
  }
  if (error instanceof FolderInUseError)
    return { code: 'database_in_use', message: IN_USE, exitCode: CANNOT_RUN }
  const reason = reasonOf(error)
  if (isDatabaseAway(error) && !isOfFile(error)) {
    const message = `The database cannot be reached: ${reason}`
    return { code: 'database_away', message, exitCode: CANNOT_RUN }
  }
  return { code: 'failed', message: reason, exitCode: CANNOT_RUN }
}

/** Whether it is an error of the file system: only those have a path. */
function isOfFile(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.path === 'string'
}

function refused({ code, detail, errors = [] }: Refusal): Fault {
  const details = errors.map((error) => `${error.pointer.slice(1)}: ${error.detail}`)
  return { code, message: detail ?? problems[code][2], ...(errors.length > 0 && { details }) }
}
