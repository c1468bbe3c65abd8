import { PermissionChanges } from '@/app/dashboard/rbac/roles/[id]/permission-changes'
import { ReviewEffect } from '@/app/dashboard/rbac/roles/[id]/review-effect'
import { SaveDraft } from '@/app/dashboard/rbac/roles/[id]/save-draft'
import { WordChange } from '@/app/dashboard/rbac/roles/[id]/word-change'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { findOwnLoss } from '@/lib/rbac-admin/find-own-loss'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import { previewRole, type RolePreview } from '@/lib/rbac-admin/preview-role'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { draftAddress, type RoleDraft } from '@/lib/web/role-draft'

interface RoleReviewProps {
  role: PresentedRole
  actor: Principal
  locale: Locale
  messages: Messages
  draft: RoleDraft
  outcome: FormOutcome | null
}

/** What a draft would do: to the role, and to people. From here it is saved, or gone on with. */
export async function RoleReview(props: RoleReviewProps) {
  const { role, actor, messages, draft } = props
  const asked = await previewRole(actor, { roleId: role.id, permissions: draft.permissions })
  const texts = messages.roles.review
  const refusal = asked.ok ? asked.preview.refusal : asked.code
  if (!asked.ok || refusal)
    return (
      <Card>
        <CardHeader title={texts.title} />
        <CardBody>
          <Alert tone="danger" role="alert">
            <p className="font-medium">{texts.refused}</p>
            {refusal ? <p>{messages.problems[refusal].text}</p> : null}
          </Alert>
        </CardBody>
        <CardFooter>
          <KeepEditing {...props} />
        </CardFooter>
      </Card>
    )
  return <Changes {...props} preview={asked.preview} />
}

async function Changes({ preview, ...props }: RoleReviewProps & { preview: RolePreview }) {
  const { role, actor, locale, messages, draft, outcome } = props
  const texts = messages.roles.review
  const gone =
    draft.dropRetired || preview.adds.length + preview.removes.length > 0 ? preview.removes_retired : []
  const regrants = preview.adds.length + preview.removes.length + gone.length > 0
  const nothing = !regrants && draft.name === role.name && draft.description === role.description
  const ownLoss = await findOwnLoss(actor, { roleId: role.id, permissions: preview.removes })
  return (
    <Card>
      <CardHeader title={texts.title} lead={nothing ? texts.nothing : undefined} />
      <CardBody className="grid gap-5 empty:hidden">
        <WordChange label={texts.name} before={role.name} after={draft.name} texts={texts} />
        <WordChange
          label={texts.description}
          before={role.description}
          after={draft.description}
          texts={texts}
        />
        {nothing ? null : <PermissionChanges preview={preview} gone={gone} messages={messages} />}
        {regrants ? (
          <ReviewEffect preview={preview} actor={actor} locale={locale} messages={messages} />
        ) : null}
        {ownLoss.length > 0 ? (
          <Alert tone="warning">
            <p>{formatMessage(texts.ownLoss, { permissions: ownLoss.join(', ') })}</p>
            {ownLoss.includes('rbac:manage') ? <p>{texts.ownLock}</p> : null}
          </Alert>
        ) : null}
      </CardBody>
      <CardFooter className="items-start">
        {nothing ? null : (
          <SaveDraft
            role={role}
            draft={draft}
            regrants={regrants}
            locale={locale}
            messages={messages}
            outcome={outcome}
          />
        )}
        <KeepEditing {...props} />
      </CardFooter>
    </Card>
  )
}

function KeepEditing({ role, draft, messages }: RoleReviewProps) {
  return (
    <a className={buttonClasses({ variant: 'outline' })} href={draftAddress(role.id, draft, 'edit')}>
      {messages.roles.review.edit}
    </a>
  )
}
