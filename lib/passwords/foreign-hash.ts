import { isReadableArgon2 } from '@/lib/passwords/argon2-hash'
import { isReadableBcrypt } from '@/lib/passwords/bcrypt-hash'

/** PHC string of Argon2id, version 1.3, without the optional key id and data: salt of 8 to 64 bytes, digest of 16 to 64. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d{0,2}),p=([1-9]\d{0,1})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
const BCRYPT = /^\$2[aby]\$(\d\d)\$/
const MAX_LANES = 16
/** KiB times passes: about a second of one core. Each of two factors may be bearable and their product not. */
const MAX_WORK_KIB = 1_048_576
/** Cost 14 takes about a second in JavaScript. */
const MAX_BCRYPT_COST = 14

/**
 * Whether a hash made elsewhere may be taken over: bcrypt (`$2a$`, `$2b$`, `$2y$`) or Argon2id in PHC form, at a cost that a
 * sign-in can bear. One that takes a minute would be a way to stop all others from signing in. Anything else, a password in
 * clear included, is none.
 */
export function isForeignHash(text: string): boolean {
  const bcrypt = BCRYPT.exec(text)
  if (bcrypt) return Number(bcrypt[1]) <= MAX_BCRYPT_COST && isReadableBcrypt(text)
  const argon2 = ARGON2ID.exec(text)
  if (!argon2) return false
  const [memory, passes, lanes] = argon2.slice(1).map(Number) as [number, number, number]
  return (
    lanes <= MAX_LANES && memory >= 8 * lanes && memory * passes <= MAX_WORK_KIB && isReadableArgon2(text)
  )
}
