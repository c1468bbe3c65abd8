import { fault } from '@/lib/i18n/tr/fault'
import type { Messages } from '@/lib/i18n/en'

/** Standalone pages: not found, forbidden, errors and the API reference, in Turkish. */
export const pages: Messages['pages'] = {
  notFound: {
    title: 'Sayfa bulunamadı',
    heading: 'Sayfa bulunamadı',
    lead: 'Adres yanlış yazılmış, sayfa taşınmış veya silinmiş olabilir.',
  },
  forbidden: {
    title: 'Erişim reddedildi',
    heading: 'Bu sayfaya erişiminiz yok',
    lead: 'Hesabınızda gerekli izin yok.',
    missing: 'Eksik izin',
    askAdministrator: 'Bir yöneticiden bu izni rollerinizden birine eklemesini isteyin.',
    askTitle: 'Size kimler erişim verebilir',
    noGrantor: 'Şu anda size erişim verebilecek etkin bir kullanıcı yok.',
  },
  fault,
  onward: {
    appTitle: 'Oturumunuz açıldı',
    appFailedTitle: 'Oturum açılamadı',
    appText: 'Uygulamada devam edin.',
    appAction: 'Uygulamaya devam et',
    providerTitle: '{provider} ile devam et',
    providerText: 'O hesabı kendi hesabınıza bağlamak için orada oturum açın.',
  },
  toHome: 'Ana sayfaya git',
  docs: {
    errorsText: 'Her hata, değişmeyen bir kodu olan bir sorun belgesidir (RFC 9457).',
    status: 'Durum',
    code: 'Kod',
    meaning: 'Anlamı',
    remedy: 'Ne yapmalı',
    example: 'Örnek',
    allErrors: 'Tüm hatalar',
    problemTitle: '{code} hatası',
  },
}
