import { MessagePage } from '@/components/feedback/message-page'
import { buttonClasses } from '@/components/ui/button'
import { markPageMissing } from '@/lib/http/pages/page-exchange'
import type { Messages } from '@/lib/i18n/messages'
import { pageLanguage } from '@/lib/web/preferences'
import { HOME } from '@/lib/web/safe-redirect'

/** Replaces a page that does not exist, in any frame. */
export function NotFoundMessage({ texts }: { texts: Messages['pages'] }) {
  return (
    <MessagePage eyebrow="404" heading={texts.notFound.heading} lead={texts.notFound.lead}>
      <a className={buttonClasses()} href={HOME}>
        {texts.toHome}
      </a>
    </MessagePage>
  )
}

/**
 * Replaces a page whose object does not exist, in the page's own frame and with status 404. Works
 * without JavaScript.
 */
export async function MissingObject() {
  markPageMissing()
  return <NotFoundMessage texts={(await pageLanguage()).messages.pages} />
}
