extension WordFiles {
  static let japanesePlans = #"""
    # Projects, milestones and repositories.

    [words quarter]
    第一期, 第二期, 第三期, 第四期

    [words theme]
    起動の高速化/faster-start, 請求の見直し/billing, モバイル刷新/mobile
    アクセシビリティ/accessibility, 検索改善/search, デザイン統一/design, データ出力/export
    チーム管理/teams, 問い合わせ削減/support, 公開機能/public-api, オフライン対応/offline
    認証の統合/sign-on, 通知の整理/notifications, 支払い方法/payments, 顧客ポータル/portal
    基盤更新/platform, クラウド移行/cloud, 導入支援/onboarding, 国際化/international
    品質強化/quality, 分析機能/analytics

    [names milestone]
    {theme}
    {theme} {quarter}
    {theme}ベータ版
    {theme} その{digits}

    [names project]
    {theme}
    {theme} {quarter}
    {theme} {digits}.0
    試行:{theme}
    """#
}
