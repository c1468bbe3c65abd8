import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Refusal } from '@/lib/platform/problems'

/** The refusal of a cursor that no page of the list gave. */
export function refuseCursor(): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['cursor'], 'invalid_cursor')] })
}
