/** Whether the page menu is open: in the header, or over a table that fills a small screen. */
export const pageMenu = $state({ open: false });
