import type { DraftFields } from '@/lib/notifications/draft-fields'
import type { PresentedTemplate } from '@/lib/notifications/present-template'

/** What the form starts with: the draft, with the words and channels of a template in place of its own where one is asked for. */
export function startingValues(
  draft: DraftFields | null,
  template: PresentedTemplate | undefined,
): DraftFields {
  if (!template) return draft ?? { channel_inbox: 'true' }
  const { channel_inbox: _inbox, channel_email: _email, channel_sms: _sms, ...rest } = draft ?? {}
  return { ...rest, ...templateFields(template), template_id: template.id }
}

/** A template as the fields of a form. */
export function templateFields({ title, body, href, channels }: PresentedTemplate) {
  return {
    title,
    body,
    href: href ?? '',
    ...(channels.includes('inbox') && { channel_inbox: 'true' }),
    ...(channels.includes('email') && { channel_email: 'true' }),
    ...(channels.includes('sms') && { channel_sms: 'true' }),
  }
}
