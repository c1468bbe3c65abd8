import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { CONTACT_STATUSES, type ContactStatus } from '@/lib/contacts/contacts.schemas'
import type { Messages } from '@/lib/i18n/messages'
import { contactsAddress } from '@/lib/web/contacts-query'

/** Which messages are shown: links, so that each choice has an address. */
export function StatusTabs({ status, texts }: { status: ContactStatus | null; texts: Messages['contacts'] }) {
  return (
    <nav aria-label={texts.filterLabel} className="mb-4 flex flex-wrap gap-1">
      {[null, ...CONTACT_STATUSES].map((choice) => (
        <Button key={choice} asChild size="sm" variant={choice === status ? 'outline' : 'ghost'}>
          <Link
            href={contactsAddress(choice)}
            prefetch={false}
            aria-current={choice === status ? 'true' : undefined}
          >
            {choice ? texts.statuses[choice] : texts.all}
          </Link>
        </Button>
      ))}
    </nav>
  )
}
