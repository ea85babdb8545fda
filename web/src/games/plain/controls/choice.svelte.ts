/** The action being chosen: selected, previewed, submitted. */
import type { GameView, Previewed } from '../../../protocol';
import { settings } from '../../../settings.svelte';
import { showError } from '../../../ui/toasts.svelte';
import type { Decision } from '../../types';

export class Choice {
  action: string | null = $state(null);
  preview: Previewed | null = $state.raw(null);
  busy = $state(false);

  constructor(private readonly decision: () => Decision | null) {}

  /** The view after the action, once the service has answered. */
  get after(): GameView | null {
    return (this.preview?.preview as GameView | undefined) ?? null;
  }

  /** Select an action; without confirmation, selecting it twice submits it. */
  async select(action: string): Promise<void> {
    if (action === this.action && !settings.confirm) return this.submit();
    this.action = action;
    this.preview = null;
    try {
      const preview = await this.decision()?.preview(action);
      if (this.action === action) this.preview = preview ?? null;
    } catch (error) {
      if (this.action === action) this.clear();
      showError(error);
    }
  }

  clear(): void {
    this.action = null;
    this.preview = null;
  }

  async submit(): Promise<void> {
    const decision = this.decision();
    if (!decision || this.action === null || this.busy) return;
    this.busy = true;
    try {
      await decision.submit(this.action);
      this.clear();
    } catch {
      // The page has shown why; the choice stays.
    } finally {
      this.busy = false;
    }
  }

  async retract(): Promise<void> {
    this.busy = true;
    try {
      await this.decision()?.retract();
    } catch {
      // The page has shown why.
    } finally {
      this.busy = false;
    }
  }
}
