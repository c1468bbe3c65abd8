import { textLinkClasses } from '@/components/ui/links'

/**
 * What a form says if its idempotency key was used with other values: an earlier post may have
 * moved money although its answer was an error. The links load pages again, which creates a key.
 */
export function keyUsed(text: string, links: readonly { href: string; label: string }[]) {
  return {
    problemTexts: { idempotency_conflict: text },
    recoveryActions: {
      idempotency_conflict: (
        <span className="flex flex-wrap gap-x-4">
          {links.map(({ href, label }) => (
            <a key={href} href={href} className={textLinkClasses({ alone: true })}>
              {label}
            </a>
          ))}
        </span>
      ),
    },
  }
}
