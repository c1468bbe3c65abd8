import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = '`Retry-After` başlığındaki süre kadar bekleyip yeniden deneyin.'

/** External sign-in and the bot check. */
export const externalProblems = {
  oauth_provider_disabled: {
    title: 'Sağlayıcı etkin değil',
    text: 'Burada bu sağlayıcıyla oturum açılamıyor.',
    remedy: 'Kullanılabilen sağlayıcıları `GET /api/v1/auth/providers` listeler.',
  },
  passkey_refused: {
    title: 'Geçiş anahtarı reddedildi',
    text: 'Geçiş anahtarı doğrulanamadı veya isteğin süresi doldu. Yeniden deneyin.',
    remedy:
      'Yeni seçenekler isteyip yeniden deneyin. Bunlar 5 dakika içinde, yalnızca bir kez ve yalnızca verildiği belirteç veya oturumla kullanılabilir.',
  },
  oauth_failed: {
    title: 'Sağlayıcıyla oturum açılamadı',
    text: 'Oturum açma tamamlanamadı. Yeniden deneyin.',
    remedy:
      'Baştan başlayın. `state` değeri, kod ve aktarma kodu yalnızca bir kez ve kısa bir süre için geçerlidir.',
  },
  oauth_denied: {
    title: 'Oturum açma iptal edildi',
    text: 'Sağlayıcıda oturum açmayı iptal ettiniz.',
    remedy: 'Baştan başlayın ve erişime izin verin.',
  },
  oauth_email_required: {
    title: 'Doğrulanmış e-posta adresi gerekli',
    text: 'Sağlayıcı doğrulanmış bir e-posta adresi paylaşmadı. Sağlayıcıda bir adres doğrulayıp yeniden deneyin.',
    remedy:
      'Sağlayıcı hesabının doğrulanmış bir e-posta adresi olmalıdır (GitHub’da birincil adres).',
  },
  oauth_unavailable: {
    title: 'Sağlayıcı kullanılamıyor',
    text: 'Sağlayıcı şu anda kullanılamıyor. Biraz sonra yeniden deneyin veya başka bir yöntemle oturum açın.',
    remedy: waitForRetryAfter,
  },
  account_link_required: {
    title: 'Önce hesabı bağlayın',
    text: 'Bu e-posta adresiyle bir hesap var. Hesabınızda her zamanki gibi oturum açın (davet edildiyseniz davetteki bağlantıyla), ardından sağlayıcıyı Bağlı hesaplar sayfasından bağlayın.',
    remedy:
      'Yönetim izinleri olan bir hesabı yalnızca o hesapta oturum açmış kullanıcı bağlayabilir.',
  },
  identity_taken: {
    title: 'Başka bir kullanıcıya bağlı',
    text: 'Bu hesap zaten başka bir kullanıcıya bağlı.',
    remedy:
      'Önce bu hesabın diğer kullanıcıyla bağlantısını kesin veya sağlayıcıda başka bir hesap seçin.',
  },
  last_way_in: {
    title: 'Son oturum açma yöntemi',
    text: 'Hesabınızda yalnızca bu yöntemle oturum açabilirsiniz. Önce bir parola belirleyin.',
    remedy:
      '`POST /api/v1/auth/forgot-password` ile gönderilen bağlantıdan bir parola belirleyip yeniden deneyin.',
  },
  botcheck_failed: {
    title: 'Bot kontrolü başarısız',
    text: 'İnsan olduğunuz doğrulanamadı. Yeniden deneyin.',
    remedy:
      'Yeni bir `botcheck_token` gönderin. Her belirteç yalnızca bir kez ve yalnızca oluşturulduğu form için geçerlidir.',
  },
  botcheck_unavailable: {
    title: 'Bot kontrolü kullanılamıyor',
    text: 'Bot kontrolü şu anda kullanılamıyor. Biraz sonra yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
} satisfies Record<string, ProblemText>
