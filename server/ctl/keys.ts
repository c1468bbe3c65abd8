import { type Command, Option } from 'commander'
import { settings } from '@/lib/config/settings'
import { newSigningKey, SIGNING_ALGORITHMS } from '@/lib/config/signing-keys'
import { replaceLeakedKeys, rotateSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { OPERATOR } from '@/lib/platform/request-context'
import { resealSecrets } from '@/lib/settings/reseal-secrets'
import { atDatabase } from '@/server/ctl/at-database'
import { CommandError } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'

type Algorithm = (typeof SIGNING_ALGORITHMS)[number]

interface Options {
  alg?: Algorithm
  leaked?: boolean
  json?: boolean
}

/** `keys generate|rotate|reseal`. */
export function addKeys(program: Command): void {
  const keys = program.command('keys').description('create and replace keys')
  keys
    .command('generate')
    .description('print a new private key for AUTH_JWT_SIGNING_KEYS, and store nothing')
    .addOption(new Option('--alg <name>').choices(SIGNING_ALGORITHMS).default('ES256'))
    .action((_options, command: Command) => generate(command))
  keys
    .command('rotate')
    .description('publish a new key for access tokens in the database; it signs in 20 minutes')
    .option('--leaked', 'sign with it at once, and remove all earlier keys')
    .action((_options, command: Command) => rotate(command))
  keys
    .command('reseal')
    .description('encrypt all secrets in the database under the new AUTH_MFA_ENCRYPTION_KEY')
    .action((_options, command: Command) => reseal(command))
}

/** Only the key goes to stdout, so that it can be captured. */
function generate(command: Command): void {
  const { alg } = command.optsWithGlobals<Options>()
  process.stdout.write(`${JSON.stringify(newSigningKey(alg))}\n`)
  process.stderr.write(
    'This is a private key: set it as AUTH_JWT_SIGNING_KEYS, and store it like a password.\n' +
      'To replace a key, add this one after it first: docs/verify-tokens.md#replace-a-key\n',
  )
}

async function rotate(command: Command): Promise<void> {
  const { leaked = false, json = false } = command.optsWithGlobals<Options>()
  const { kid, signsFrom, isNew } = await atDatabase(async ({ now }) => {
    if (settings().tokens.signingKeys)
      throw new CommandError(
        'keys_in_environment',
        'AUTH_JWT_SIGNING_KEYS is set and takes precedence. Change it there: ' +
          'docs/verify-tokens.md#replace-a-key',
      )
    return leaked ? replaceLeakedKeys(now) : rotateSigningKeys(now)
  })
  const at = signsFrom.toISOString()
  const published = isNew
    ? `Key ${kid} is published and signs from ${at}. The current one is removed a day later.`
    : `Key ${kid} was already published and signs from ${at}. Nothing was changed.`
  const replaced = `Key ${kid} signs from now on. Every earlier key is removed, and its tokens are refused.`
  printResult(
    { json: { kid, signs_from: at, added: isNew }, lines: [leaked ? replaced : published] },
    json,
  )
}

async function reseal(command: Command): Promise<void> {
  const { json = false } = command.optsWithGlobals<Options>()
  const { resealed, unreadable } = await atDatabase((ctx) => resealSecrets(OPERATOR, ctx))
  const lines = [
    `Secrets encrypted under the current key: ${resealed}.`,
    ...unreadable.map(
      ({ kind, id }) => `${kind} ${id} cannot be decrypted with any configured key.`,
    ),
    ...(unreadable.length > 0 || settings().mfa.previousEncryptionKeys.length === 0
      ? []
      : ['Remove AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS and restart all instances.']),
  ]
  printResult({ json: { resealed, unreadable }, lines }, json)
  if (unreadable.length > 0) process.exitCode = 1
}
