import { approve, decline } from '@/app/dashboard/users/registrations/actions'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Field } from '@/components/forms/fields'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import { ConfirmPopover } from '@/components/ui/popover'
import { PersonCell } from '@/components/users/person'
import { providerLabel } from '@/lib/config/providers/enabled-providers'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ShownRegistration } from '@/lib/users/list-registrations'
import { pagePath } from '@/lib/web/page-address'

/** Narrow screens show these columns below the address. */
const WIDE = 'max-lg:hidden'

interface RegistrationTableProps {
  registrations: readonly ShownRegistration[]
  /** Whether the viewer may open the pages of users. */
  mayOpen: boolean
  locale: Locale
  messages: Messages
}

/** Registrations that wait for approval, one per row. */
export function RegistrationTable({ registrations, ...rest }: RegistrationTableProps) {
  const { columns, title } = rest.messages.registrations
  return (
    <Table label={title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.user}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-44`}>{columns.method}</ColumnHeader>
          <ColumnHeader aria-sort="descending" className={`${WIDE} w-44`}>
            {columns.since}
          </ColumnHeader>
          <ColumnHeader className="w-32 sm:w-52">
            <span className="sr-only">{columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {registrations.map((registration) => (
          <RegistrationRow key={registration.id} registration={registration} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = Omit<RegistrationTableProps, 'registrations'> & { registration: ShownRegistration }

function RegistrationRow({ registration, mayOpen, locale, messages }: RowProps) {
  const { id, email, name, provider } = registration
  const texts = messages.registrations
  const method = provider ? providerLabel(provider) : texts.password
  const since = <LocalTime at={registration.confirmed_at} locale={locale} />
  return (
    <tr>
      <Cell>
        <PersonCell
          name={name}
          email={email}
          href={mayOpen ? pagePath('/dashboard/users/[id]', id) : null}
        />
        <span className="block text-[0.8125rem] text-muted lg:hidden">
          {method} · {since}
        </span>
      </Cell>
      <Cell className={`${WIDE} text-muted`}>{method}</Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{since}</Cell>
      <Cell>
        <div className="flex flex-wrap justify-end gap-2">
          <PageForm
            action={approve}
            intent="approve"
            locale={locale}
            row={{ user_id: id, email }}
            toasts={{ registration_approved: formatMessage(texts.approved, { email }) }}
          >
            <SubmitButton
              size="sm"
              aria-label={formatMessage(texts.approveFor, { email })}
              pendingText={messages.forms.pending}
            >
              {texts.approve}
            </SubmitButton>
          </PageForm>
          <Decline registration={registration} locale={locale} messages={messages} />
        </div>
      </Cell>
    </tr>
  )
}

function Decline({ registration, locale, messages }: Omit<RowProps, 'mayOpen'>) {
  const texts = messages.registrations
  const { email } = registration
  const id = `decline-${registration.id}`
  return (
    <>
      <Button
        variant="dangerOutline"
        size="sm"
        popoverTarget={id}
        aria-label={formatMessage(texts.declineFor, { email })}
      >
        {texts.decline}
      </Button>
      <ConfirmPopover
        id={id}
        title={formatMessage(texts.declineTitle, { email })}
        text={texts.declineText}
        cancel={texts.cancel}
      >
        <PageForm
          action={decline}
          intent="decline"
          locale={locale}
          row={{ user_id: registration.id, email }}
          toasts={{ registration_declined: formatMessage(texts.declined, { email }) }}
        >
          <input type="hidden" name="version" value={registration.version} />
          <Field
            name="reason"
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={500}
            autoComplete="off"
            aside={<Optional texts={messages.forms} />}
          />
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.decline}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
