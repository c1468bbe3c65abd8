import { Reply } from 'lucide-react'
import { cache } from 'react'
import { changeContactStatus, removeContact } from '@/app/dashboard/contacts/actions'
import { ContactStatusBadge } from '@/app/dashboard/contacts/contact-table'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { ConfirmedForm, PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { SubmitButton } from '@/components/forms/submit-button'
import { buttonClasses } from '@/components/ui/button'
import { Fact } from '@/components/ui/card'
import { Drawer, DrawerNote } from '@/components/ui/drawer'
import { LocalTime } from '@/components/ui/local-time'
import { formatBytes } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { getContact } from '@/lib/messaging/contacts/contact-messages'
import { CONTACT_STATUSES } from '@/lib/messaging/contacts/contacts.schemas'
import type { Contact } from '@/lib/messaging/contacts/present-contact'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface ContactDrawerProps {
  id: string
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  /** The address of the page with this message open. */
  here: string
  closeHref: string
  mayDelete: boolean
}

/** One message in full, beside the list. */
export async function ContactDrawer({
  id,
  outcome,
  locale,
  messages,
  here,
  closeHref,
  mayDelete,
}: ContactDrawerProps) {
  const found = await findContact(id)
  const texts = messages.contacts.detail
  const { recoveryActions } = lostUpdate(messages, here)
  return (
    <Drawer
      title={<bdi>{found.ok ? found.contact.subject : texts.title}</bdi>}
      closeHref={closeHref}
      closeLabel={texts.close}
    >
      <div className="px-5 has-[p]:pt-5">
        <RefusalAlert
          outcome={outcome}
          locale={locale}
          forms={['delete']}
          recoveryActions={recoveryActions}
        />
      </div>
      {found.ok ? (
        <ContactDetail
          contact={found.contact}
          handler={found.handler}
          outcome={outcome}
          locale={locale}
          messages={messages}
          recoveryActions={recoveryActions}
          mayDelete={mayDelete}
        />
      ) : (
        <DrawerNote>{texts.unknown}</DrawerNote>
      )}
    </Drawer>
  )
}

type RecoveryActions = ReturnType<typeof lostUpdate>['recoveryActions']

interface ContactDetailProps {
  contact: Contact
  /** Email address of the user who last set the status; null if that user no longer exists. */
  handler: string | null
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  recoveryActions: RecoveryActions
  mayDelete: boolean
}

/** A message with all of its details and actions. */
function ContactDetail({
  contact,
  handler,
  outcome,
  locale,
  messages,
  recoveryActions,
  mayDelete,
}: ContactDetailProps) {
  const { contacts: texts, forms, uploads } = messages
  const labels = texts.detail
  return (
    <div className="grid gap-5 px-5 py-5">
      <PageForm
        action={changeContactStatus}
        locale={locale}
        outcome={outcome}
        notices={labels.done}
        recoveryActions={recoveryActions}
      >
        <input type="hidden" name="contact_id" value={contact.id} />
        <VersionField version={contact.version} />
        <div className="flex flex-wrap gap-2">
          {CONTACT_STATUSES.filter((status) => status !== contact.status).map((status) => (
            <SubmitButton
              key={status}
              name="status"
              value={status}
              variant="outline"
              size="sm"
              pendingText={forms.pending}
            >
              {labels.actions[status]}
            </SubmitButton>
          ))}
          <a className={buttonClasses({ variant: 'ghost', size: 'sm' })} href={replyTo(contact)}>
            <Reply aria-hidden />
            {labels.reply}
          </a>
        </div>
      </PageForm>
      <p
        dir="auto"
        className="rounded-md border border-line bg-subtle p-3 break-words whitespace-pre-wrap"
        aria-label={labels.message}
        role="group"
      >
        {contact.message}
      </p>
      <dl className="grid gap-4">
        <Fact term={texts.columns.from}>
          <bdi>{contact.name}</bdi>
        </Fact>
        <Fact term={labels.email}>
          <span className="break-all">{contact.email}</span>
          <span className="block text-[0.8125rem] text-muted">{labels.notVerified}</span>
        </Fact>
        <Fact term={texts.columns.received}>
          <LocalTime at={contact.created_at} locale={locale} />
        </Fact>
        <Fact term={texts.columns.status}>
          <ContactStatusBadge status={contact.status} texts={texts} />
        </Fact>
        {contact.handled_at ? (
          <Fact term={labels.handled}>
            <span className="break-all">{handler ?? labels.formerUser}</span>
            <span className="block text-[0.8125rem] text-muted">
              <LocalTime at={contact.handled_at} locale={locale} />
            </span>
          </Fact>
        ) : null}
        {contact.attachments.length > 0 ? (
          <Fact term={labels.attachments}>
            <ul className="grid gap-1">
              {contact.attachments.map(({ id, file_name, size }) => (
                <li key={id}>
                  {/* A file, not a page: the router would try to render it. */}
                  <a
                    href={pagePath('/dashboard/contacts/attachments/[id]', id)}
                    className="inline-block min-h-6 py-0.5 font-medium [overflow-wrap:anywhere] underline"
                  >
                    <bdi>{file_name ?? uploads.unnamed}</bdi>
                  </a>{' '}
                  <span className="text-[0.8125rem] text-muted">{formatBytes(size, locale)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
        <Fact term={labels.ip}>{contact.ip ?? '–'}</Fact>
      </dl>
      {mayDelete ? (
        <DeleteContact
          contact={contact}
          locale={locale}
          texts={labels.remove}
          recoveryActions={recoveryActions}
        />
      ) : null}
    </div>
  )
}

interface DeleteContactProps {
  contact: Contact
  locale: Locale
  texts: Messages['contacts']['detail']['remove']
  recoveryActions: RecoveryActions
}

/** Deletes the message after a confirmation. */
function DeleteContact({ contact, locale, texts, recoveryActions }: DeleteContactProps) {
  return (
    <div>
      <ConfirmedForm
        action={removeContact}
        intent="delete"
        button={texts.action}
        title={texts.title}
        text={texts.text}
        cancel={texts.cancel}
        recoveryActions={recoveryActions}
        danger
        size="sm"
        locale={locale}
      >
        <input type="hidden" name="contact_id" value={contact.id} />
        <VersionField version={contact.version} />
      </ConfirmedForm>
    </div>
  )
}

/** Opens the reader's mail program. Encoded, so that user input cannot add mail headers. */
function replyTo({ email, subject }: Contact): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}

/** One message, cached per request: the page title and the drawer both need it. */
export const findContact = cache(getContact)
