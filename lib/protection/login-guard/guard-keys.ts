import { sha256 } from '@/lib/platform/crypto'
import { ipKey } from '@/lib/platform/ip-address'

/**
 * The budgets that an attempt may be charged to, each as a SHA-256 hash, so that the table stores
 * no email addresses of strangers.
 */
export interface GuardKeys {
  email: Buffer
  ip: Buffer
  device: Buffer
  deviceHash: Buffer | null
}

/** How a device token is stored and looked up: by its SHA-256 hash. */
export function deviceHash(deviceToken: string): Buffer {
  return sha256(deviceToken)
}

/** The keys of an attempt. `email` is normalized; IP addresses count by their `ipKey`. */
export function guardKeys(attempt: {
  email: string
  ip: string | null
  deviceToken: string | null
}): GuardKeys {
  const hash = attempt.deviceToken ? deviceHash(attempt.deviceToken) : null
  return {
    email: sha256(`email\n${attempt.email}`),
    ip: sha256(`ip\n${ipKey(attempt.ip)}`),
    device: sha256(`device\n${hash?.toString('hex') ?? ''}\n${attempt.email}`),
    deviceHash: hash,
  }
}
