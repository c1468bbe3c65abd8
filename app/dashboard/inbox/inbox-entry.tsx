import { deleteItem, markItemRead, openItem } from '@/app/dashboard/inbox/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import { ConfirmPopover } from '@/components/ui/popover'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { InboxItem } from '@/lib/messaging/inbox/present-inbox-item'

interface InboxEntryProps {
  item: InboxItem
  locale: Locale
  messages: Messages
}

/** An inbox item with its actions. */
export function InboxEntry({ item, locale, messages }: InboxEntryProps) {
  const texts = messages.inbox
  const unread = item.read_at === null
  return (
    <li className="flex gap-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <span
        aria-hidden
        className={`mt-1.5 size-2 shrink-0 rounded-full ${unread ? 'bg-accent' : 'bg-transparent'}`}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2
            className={`min-w-0 break-words ${unread ? 'font-semibold' : 'font-medium text-muted'}`}
          >
            {item.title}
            {unread ? <span className="sr-only"> ({texts.unreadMark})</span> : null}
          </h2>
          <p className="text-[0.8125rem] whitespace-nowrap text-muted tabular-nums">
            <LocalTime at={item.created_at} locale={locale} />
          </p>
        </div>
        {item.body ? (
          <p className="mt-0.5 break-words whitespace-pre-line text-muted">{item.body}</p>
        ) : null}
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          {item.href ? (
            <ItemAct act="open" item={item} locale={locale} messages={messages} />
          ) : null}
          {unread ? <ItemAct act="read" item={item} locale={locale} messages={messages} /> : null}
          <DeleteItem item={item} locale={locale} messages={messages} />
        </div>
      </div>
    </li>
  )
}

function ItemAct({ act, item, locale, messages }: InboxEntryProps & { act: 'open' | 'read' }) {
  const { open, openLabel, markRead, markReadLabel } = messages.inbox
  const [text, label] = act === 'open' ? [open, openLabel] : [markRead, markReadLabel]
  return (
    <PageForm
      action={act === 'open' ? openItem : markItemRead}
      locale={locale}
      intent={act}
      row={{ item_id: item.id }}
      toasts={{ inbox_item_read: messages.inbox.itemRead }}
    >
      <SubmitButton
        variant={act === 'open' ? 'outline' : 'ghost'}
        size="sm"
        aria-label={formatMessage(label, { title: item.title })}
        pendingText={messages.forms.pending}
      >
        {text}
      </SubmitButton>
    </PageForm>
  )
}

function DeleteItem({ item, locale, messages }: InboxEntryProps) {
  const texts = messages.inbox
  const popover = `delete-${item.id}`
  const named = (message: string) => formatMessage(message, { title: item.title })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        popoverTarget={popover}
        aria-label={named(texts.deleteLabel)}
      >
        {texts.delete}
      </Button>
      <ConfirmPopover
        id={popover}
        title={named(texts.deleteTitle)}
        text={texts.deleteText}
        cancel={texts.cancel}
      >
        <PageForm
          action={deleteItem}
          locale={locale}
          intent="delete"
          row={{ item_id: item.id }}
          toasts={{ inbox_deleted: texts.deleted }}
        >
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.delete}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
