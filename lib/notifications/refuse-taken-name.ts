import { refuse, type Refusal } from '@/lib/platform/problems'

/** Another template has that name. */
export function refuseTakenName(): Refusal {
  const detail = 'Another template has this name.'
  return refuse('conflict', { detail, errors: [{ pointer: '/name', code: 'template_name_taken', detail }] })
}
