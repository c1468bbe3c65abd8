import { startingValues } from '@/app/dashboard/notifications/message-fields'
import { ComposeForm, TemplatePicker } from '@/app/dashboard/notifications/new/compose-form'
import { renderFaults } from '@/app/dashboard/notifications/new/draft-faults'
import { DiscardDraftNotice, DraftReview } from '@/app/dashboard/notifications/new/draft-review'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { listRoles } from '@/lib/access/list-roles'
import { findOwnDraft, previewDraft } from '@/lib/messaging/notifications/drafts'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import { getTemplate, listTemplates } from '@/lib/messaging/notifications/templates'
import { now } from '@/lib/platform/clock'
import { can } from '@/lib/platform/request-context'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** A longer list would be hard to choose from. */
const CHOICES = 200

const page = definePage('/dashboard/notifications/new')

export const generateMetadata = page.metadata

/**
 * Composes a bulk notification. The text is saved as the author's draft. `?step=review` shows the
 * effect of sending it, and only there it is sent. `?template` starts with a template.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages
  const search = await searchParams
  const formOutcome = await readOutcome()
  const draft = await findOwnDraft(principal)
  const reviewing = draft !== null && parameter(search, 'step') === 'review'
  const preview = reviewing ? await previewDraft(principal, draft.fields, now()) : null
  const header = (
    <PageHeader
      title={texts.compose}
      lead={texts.form.lead}
      back={{ href: pagePath('/dashboard/notifications'), label: texts.form.back }}
    />
  )
  if (draft && preview?.ok)
    return (
      <>
        {header}
        <DraftReview
          draftId={draft.id}
          preview={preview}
          outcome={formOutcome}
          locale={locale}
          messages={messages}
        />
      </>
    )
  const errors = preview && !preview.ok ? renderFaults(preview.faults, messages) : null
  const outcome = errors
    ? { form: 'preview', code: 'validation_failed' as const, errors }
    : formOutcome
  // A refused form returns what was typed, not the text of a template.
  const asksFor = outcome?.form === 'preview' ? null : parameter(search, 'template')?.toLowerCase()
  const [roles, templates] = await Promise.all([
    listRoles({ limit: CHOICES }),
    listChoices([asksFor, draft?.fields.template_id]),
  ])
  const values = startingValues(
    draft?.fields ?? null,
    templates.find(({ id }) => id === asksFor),
  )
  return (
    <>
      {header}
      <LiveRegion role="status" className="mb-4">
        {formOutcome?.notice === 'draft_discarded' ? (
          <Alert tone="success">{texts.form.discarded}</Alert>
        ) : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {formOutcome?.form === 'send' && formOutcome.code ? (
          <Alert tone="danger">
            {formOutcome.code === 'conflict'
              ? texts.review.conflict
              : messages.problems[formOutcome.code].text}
          </Alert>
        ) : null}
      </LiveRegion>
      <TemplatePicker
        templates={templates}
        chosen={values.template_id ?? null}
        texts={texts.form}
      />
      {draft ? <DiscardDraftNotice locale={locale} messages={messages} /> : null}
      <ComposeForm
        values={values}
        template={templates.find(({ id }) => id === values.template_id)}
        roles={
          roles.ok && roles.nextCursor === null
            ? roles.roles.map(({ name }) => name).sort((a, b) => a.localeCompare(b, locale))
            : null
        }
        canSearchUsers={can(principal, 'users:list')}
        outcome={outcome}
        locale={locale}
        messages={messages}
      />
    </>
  )
})

/** The templates to choose from: the newest, and those in use even if they are older. */
async function listChoices(
  inUse: readonly (string | null | undefined)[],
): Promise<PresentedTemplate[]> {
  const listed = await listTemplates({ limit: CHOICES })
  const choices = listed.ok ? listed.templates : []
  for (const id of inUse) {
    if (!id || choices.some((choice) => choice.id === id)) continue
    const found = await getTemplate(id)
    if (found.ok) choices.push(found.template)
  }
  return choices
}
