import type { Messages } from '@/lib/i18n/messages'

/** Beside the label of a field that may stay empty. */
export function Optional({ texts }: { texts: Messages['forms'] }) {
  return <span className="text-[0.8125rem] text-muted">{texts.optional}</span>
}
