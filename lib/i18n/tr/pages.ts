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
    title: 'API belgeleri',
    lead: 'Sayfalarda yapabildiğiniz her şey, HTTP üzerinden JSON olarak. Sözleşmenin tamamı OpenAPI belgesindedir.',
    openapi: 'OpenAPI 3.1 belgesi',
    authentication: 'Kimlik doğrulama',
    authenticationText:
      'POST /api/v1/auth/login ile oturum açın ve erişim belirtecini Authorization: Bearer başlığıyla gönderin. POST /api/v1/auth/refresh ile yenileyin. Her yenileme belirteci bir kez kullanılır.',
    endpoints: 'Uç noktalar',
    endpointsText:
      'Bir uç nokta için listelenen yanıtlara ek olarak her istek {statuses} döndürebilir.',
    accessPublic: 'Herkese açık',
    accessSignedIn: 'Oturum gerekli',
    fields: 'Gövde',
    query: 'Sorgu',
    requiredField: 'zorunlu',
    responses: 'Yanıtlar',
    tryIt: 'Terminalden oturum açma',
    errors: 'Hatalar',
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
