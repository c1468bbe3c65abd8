import { editRole } from '@/app/dashboard/rbac/roles/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { draftAddress, draftFields, type RoleDraft } from '@/lib/web/role-draft'

interface SaveDraftProps {
  role: PresentedRole
  draft: RoleDraft
  /** Whether permissions are part of the change; what is not stays as it is. */
  regrants: boolean
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Saves exactly the draft that was looked at, if the role still is what it was. */
export function SaveDraft({ role, draft, regrants, locale, messages, outcome }: SaveDraftProps) {
  const { review, stale } = messages.roles
  return (
    <PageForm
      action={editRole}
      locale={locale}
      intent="save"
      outcome={outcome}
      problemTexts={{ precondition_failed: stale.refused }}
      ways={{
        precondition_failed: <Way href={draftAddress(role.id, draft, 'review')}>{stale.showCurrent}</Way>,
        role_name_taken: <Way href={draftAddress(role.id, draft, 'edit')}>{review.otherName}</Way>,
      }}
    >
      {draftFields(draft).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {regrants ? <input type="hidden" name="regrant" value="on" /> : null}
      <SubmitButton pendingText={messages.forms.pending} className="justify-self-start">
        {review.save}
      </SubmitButton>
    </PageForm>
  )
}

/** A full load: the page has to be made anew from the role as it is. */
function Way({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="font-medium text-accent underline underline-offset-3">
      {children}
    </a>
  )
}
