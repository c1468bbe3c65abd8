import { Alert } from '@/components/ui/alert'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { FieldError, ProblemCode } from '@/lib/platform/problems'
import { USER_ACTS } from '@/lib/users-admin/user-acts'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ActNoticeProps {
  outcome: FormOutcome | null
  /** Those on the page: a refusal names whom it is about. */
  users: readonly ManagedUser[]
  messages: Messages
}

/** What came of the last act on somebody in the list, or of an invitation. */
export function ActNotice({ outcome, users, messages }: ActNoticeProps) {
  const done = doneText(outcome, messages)
  const refused = outcome?.code ? refusedText(outcome.code, outcome, { users, messages }) : null
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {done ? <Alert tone="success">{done}</Alert> : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {refused ? <Alert tone="danger">{refused}</Alert> : null}
      </div>
    </>
  )
}

function doneText(outcome: FormOutcome | null, { users, userActions }: Messages): string | null {
  const person = outcome?.values?.person ?? ''
  if (outcome?.notice === 'user_invited') return formatMessage(users.invitation.done, { person })
  const act = USER_ACTS.find((name) => name === outcome?.form)
  return outcome?.notice === 'user_changed' && act ? formatMessage(userActions[act].done, { person }) : null
}

function refusedText(
  code: ProblemCode,
  { form, errors, values }: FormOutcome,
  { users, messages }: Pick<ActNoticeProps, 'users' | 'messages'>,
): string {
  if (form === 'bulk' && errors?.[0]) return selectionFault(errors[0], messages.bulkActions.faults)
  const { refusals } = messages.users
  const reason = code in refusals ? refusals[code as keyof typeof refusals] : messages.problems[code].text
  const person = users.find(({ id }) => id === values?.user_id)?.email
  return person ? `${person}: ${reason}` : reason
}

/** Why nothing was selected for a bulk action. */
function selectionFault({ pointer, code }: FieldError, texts: Messages['bulkActions']['faults']): string {
  if (pointer === '/kind') return texts.noKind
  if (pointer !== '/filter') return texts.noSelection
  return code === 'too_many' ? texts.tooMany : texts.noMatch
}
