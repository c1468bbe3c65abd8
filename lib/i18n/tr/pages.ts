import { fault } from '@/lib/i18n/tr/fault'
import type { Messages } from '@/lib/i18n/en'

/** Standalone pages: not found, forbidden, errors and the API reference, in Turkish. */
export const pages: Messages['pages'] = {
  notFound: {
    title: 'Sayfa bulunamadı',
    heading: 'Sayfa bulunamadı',
    lead: 'Adres yanlış yazılmış, sayfa taşınmış veya silinmiş olabilir.',
  },
  /** Pages of single records. */
  missing: {
    lead: 'Silinmiş veya adres yanlış yazılmış olabilir.',
    kinds: {
      user: { heading: 'Böyle bir kullanıcı yok', all: 'Tüm kullanıcılar' },
      bulkAction: { heading: 'Böyle bir toplu işlem yok', all: 'Tüm toplu işlemler' },
      import: { heading: 'Böyle bir içe aktarma yok', all: 'Tüm içe aktarmalar' },
      role: { heading: 'Böyle bir rol yok', all: 'Tüm roller' },
      permission: { heading: 'Böyle bir izin yok', all: 'Tüm izinler' },
      webhook: { heading: 'Böyle bir webhook yok', all: 'Tüm webhook’lar' },
      payment: { heading: 'Böyle bir ödeme yok', all: 'Tüm ödemeler' },
      notification: { heading: 'Böyle bir bildirim yok', all: 'Tüm bildirimler' },
      template: { heading: 'Böyle bir şablon yok', all: 'Tüm şablonlar' },
      profileField: { heading: 'Böyle bir profil alanı yok', all: 'Tüm profil alanları' },
    },
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
