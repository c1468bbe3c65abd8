import { MessagePage } from '@/components/feedback/message-page'
import { buttonClasses } from '@/components/ui/button'
import type { Messages } from '@/lib/i18n/messages'
import { HOME } from '@/lib/web/safe-redirect'

/** What stands in place of a page that does not exist, in whichever frame. */
export function NotFoundMessage({ texts }: { texts: Messages['pages'] }) {
  return (
    <MessagePage eyebrow="404" heading={texts.notFound.heading} lead={texts.notFound.lead}>
      <a className={buttonClasses()} href={HOME}>
        {texts.toHome}
      </a>
    </MessagePage>
  )
}
