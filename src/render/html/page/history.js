// Undo and redo: whole states, since they are small.

class History {
  constructor() {
    this.past = [];
    this.future = [];
  }

  // Remembers the state before a change.
  keep(state) {
    this.past.push(state);
    if (this.past.length > 1000) this.past.shift();
    this.future = [];
  }

  // The state to go back to, or nothing.
  undo(now) {
    if (this.past.length === 0) return null;
    this.future.push(now);
    return this.past.pop();
  }

  redo(now) {
    if (this.future.length === 0) return null;
    this.past.push(now);
    return this.future.pop();
  }
}

