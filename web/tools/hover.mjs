/** A PostCSS plugin: hover styles only where a pointer can hover. On a touch screen they stay after a tap. */
export const hoverOnly = {
  postcssPlugin: 'hover-only',
  Rule(rule, { AtRule }) {
    if (!rule.selector.includes(':hover') || rule.parent.params === '(hover: hover)') return;
    const media = new AtRule({ name: 'media', params: '(hover: hover)', source: rule.source });
    rule.replaceWith(media);
    media.append(rule);
  },
};
