import { type Refusal, refuse } from '@/lib/platform/problems'

/** The versions of an object that the caller accepts (If-Match); null or absent accepts any. */
export type AcceptedVersions = readonly number[] | null | undefined

/**
 * Refuses `precondition_failed` if the caller has another version in mind: someone else changed the
 * object meanwhile. Its row must be locked.
 */
export function checkVersion(
  { version }: { version: number },
  accepted: AcceptedVersions,
): Refusal | null {
  return accepted && !accepted.includes(version) ? refuse('precondition_failed') : null
}
