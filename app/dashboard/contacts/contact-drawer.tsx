import { X } from 'lucide-react'
import Link from 'next/link'
import { ContactDetail } from '@/app/dashboard/contacts/contact-detail'
import { Button } from '@/components/ui/button'
import { DrawerPanel } from '@/components/ui/drawer-panel'
import { getContact } from '@/lib/contacts/list-contacts'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Flash } from '@/lib/web/flash'

interface ContactDrawerProps {
  id: string
  flash: Flash | null
  locale: Locale
  messages: Messages
  closeHref: string
}

/** One message whole, at the side of the list. Opened and closed by links. */
export async function ContactDrawer({ id, flash, locale, messages, closeHref }: ContactDrawerProps) {
  const found = await getContact(id)
  const texts = messages.contacts.detail
  return (
    <>
      <Link
        href={closeHref}
        scroll={false}
        tabIndex={-1}
        aria-hidden
        className="fixed inset-0 z-20 bg-shade"
      />
      <DrawerPanel closeHref={closeHref} labelledBy="contact-title">
        <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
          <h2 id="contact-title" className="min-w-0 text-base font-semibold tracking-tight break-words">
            <bdi>{found.ok ? found.contact.subject : texts.title}</bdi>
          </h2>
          <Button asChild variant="ghost" size="icon" className="-mt-1 -mr-2">
            <Link href={closeHref} scroll={false} prefetch={false} aria-label={texts.close}>
              <X aria-hidden />
            </Link>
          </Button>
        </header>
        {found.ok ? (
          <ContactDetail
            contact={found.contact}
            handler={found.handler}
            flash={flash}
            locale={locale}
            messages={messages}
          />
        ) : (
          <p className="px-5 py-5 text-muted">{texts.unknown}</p>
        )}
      </DrawerPanel>
    </>
  )
}
