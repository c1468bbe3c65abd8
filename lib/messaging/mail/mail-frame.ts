import type { Locale } from '@/lib/i18n/locale'

/** What every email has around its own text. */
interface MailFrame {
  greeting: string
  greetingTo: string
  buttonFallback: string
  facts: { when: string; registered: string; ip: string; device: string }
}

export const mailFrame: Record<Locale, MailFrame> = {
  en: {
    greeting: 'Hello,',
    greetingTo: 'Hello {name},',
    buttonFallback: 'If the button doesn’t work, open this link:',
    facts: { when: 'When', registered: 'Signed up', ip: 'IP address', device: 'Device' },
  },
  tr: {
    greeting: 'Merhaba,',
    greetingTo: 'Merhaba {name},',
    buttonFallback: 'Düğme çalışmıyorsa şu bağlantıyı açın:',
    facts: { when: 'Zaman', registered: 'Kayıt zamanı', ip: 'IP adresi', device: 'Cihaz' },
  },
}
