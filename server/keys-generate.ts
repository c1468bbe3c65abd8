import { newSigningKey, SIGNING_ALGORITHMS } from '@/lib/config/signing-keys'

const USAGE = `npm run keys:generate [-- --alg ${SIGNING_ALGORITHMS.join('|')}]`

process.exitCode = main(process.argv.slice(2))

/** Prints a new key. Only the key goes to the standard output, so that it can be captured. */
function main(args: string[]): number {
  const [option, wanted = ''] = args
  const alg = args.length === 0 ? 'ES256' : SIGNING_ALGORITHMS.find((name) => name === wanted)
  if (!alg || (args.length > 0 && (option !== '--alg' || args.length > 2))) {
    process.stderr.write(`${USAGE}\n`)
    return 1
  }
  process.stdout.write(`${JSON.stringify(newSigningKey(alg))}\n`)
  process.stderr.write(
    'This is a private key: set it as AUTH_JWT_SIGNING_KEYS, and store it like a password.\n' +
      'To replace a key, add this one after it first: docs/verify-tokens.md#replace-a-key\n',
  )
  return 0
}
